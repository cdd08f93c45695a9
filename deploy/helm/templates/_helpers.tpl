{{/* Names, labels and images. */}}

{{- define "trading-platform.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the longest suffix, `-execution-headless`, within the 63 characters of a name. */}}
{{- define "trading-platform.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{/* Of a process. Takes `root` and `name`. */}}
{{- define "trading-platform.componentName" -}}
{{- printf "%s-%s" (include "trading-platform.fullname" .root) .name }}
{{- end }}

{{- define "trading-platform.chart" -}}
{{- printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "trading-platform.selectorLabels" -}}
app.kubernetes.io/name: {{ include "trading-platform.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "trading-platform.labels" -}}
helm.sh/chart: {{ include "trading-platform.chart" .root }}
{{ include "trading-platform.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: trading-platform
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The head of an object of a process, in the release's namespace. Takes a suffix of its name, too. */}}
{{- define "trading-platform.metadata" -}}
name: {{ include "trading-platform.componentName" . }}{{ .suffix }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "trading-platform.labels" . | nindent 2 }}
{{- end }}

{{- define "trading-platform.serviceAccountName" -}}
{{- $account := (index .root.Values .name).serviceAccount }}
{{- if $account.create }}
{{- default (include "trading-platform.componentName" .) $account.name }}
{{- else }}
{{- default "default" $account.name }}
{{- end }}
{{- end }}

{{/* Takes `root` and `image`. */}}
{{- define "trading-platform.image" -}}
{{- if .image.digest }}
{{- printf "%s@%s" .image.repository .image.digest }}
{{- else }}
{{- printf "%s:%s" .image.repository (default .root.Chart.AppVersion .image.tag) }}
{{- end }}
{{- end }}

{{/* The processes that have a Service, those that keep who they are over a restart, and whom each asks: a list of names in each. */}}
{{- define "trading-platform.services" -}}
[identity, wallet, context, runtime, execution]
{{- end }}
{{- define "trading-platform.components" -}}
[edge, identity, wallet, context, runtime, execution]
{{- end }}
{{- define "trading-platform.stateful" -}}
[wallet, runtime, execution]
{{- end }}
{{- define "trading-platform.feedVenues" -}}
[hyperliquid, lighter]
{{- end }}

{{/* Where the pods of proxies are made. */}}
{{- define "trading-platform.proxiesNamespace" -}}
{{- default .Values.runtime.strategies.namespace .Values.runtime.strategies.proxies.namespace }}
{{- end }}

{{/* Where `runtime` makes pods, as a list. */}}
{{- define "trading-platform.podNamespaces" -}}
{{- $names := list .Values.runtime.strategies.namespace }}
{{- if .Values.runtime.strategies.proxies.enabled }}
{{- $names = append $names (include "trading-platform.proxiesNamespace" .) }}
{{- end }}
{{- uniq $names | toJson }}
{{- end }}

{{/* What a values file never has: a test compares it with the settings. */}}
{{- define "trading-platform.secretVariables" -}}
- MONGODB_URI
- IDENTITY_HASH_SECRET
- IDENTITY_FORMER_HASH_SECRETS
- SMTP_URL
- CURSOR_SECRET
- WALLET_MASTER_KEY
- WALLET_FORMER_MASTER_KEYS
- WALLET_CODE_SECRET
- RELAYER_PRIVATE_KEY
- POLYMARKET_BUILDER_KEY
- POLYMARKET_BUILDER_SECRET
- POLYMARKET_BUILDER_PASSPHRASE
- AWS_ACCESS_KEY_ID
- AWS_SECRET_ACCESS_KEY
- AWS_SESSION_TOKEN
{{- end }}

{{/* What no schema says, in a sentence each. */}}
{{- define "trading-platform.validate" -}}
{{- $secrets := include "trading-platform.secretVariables" . | fromYamlArray }}
{{- range $name := append (include "trading-platform.components" . | fromYamlArray) "feeds" }}
{{- range $variable, $_ := (index $.Values $name).extraEnv }}
{{- if has $variable $secrets }}
{{- fail (printf "%s.extraEnv.%s: is a secret: it belongs into `environment` of the Secret %s" $name $variable (index $.Values $name).existingSecret) }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.identityProvider }}
{{- $given := len (compact (list .jwksUrl .issuer .audience)) }}
{{- if and (gt $given 0) (lt $given 3) }}
{{- fail "identityProvider: jwksUrl, issuer and audience go together: set all three, or none" }}
{{- end }}
{{- end }}
{{- if and (eq .Values.runtime.runner "kubernetes") (not .Values.runtime.strategies.namespace) }}
{{- fail "runtime.strategies.namespace: must name the namespace of strategies, since runtime.runner is kubernetes" }}
{{- end }}
{{- if .Values.runtime.strategies.proxies.enabled }}
{{- if not (and (eq .Values.runtime.runner "kubernetes") .Values.runtime.strategies.bots.enabled) }}
{{- fail "runtime.strategies.proxies.enabled: takes runtime.strategies.bots.enabled, with runtime.runner kubernetes: only bots in pods ask proxies in pods" }}
{{- end }}
{{- if not .Values.features.managedLive }}
{{- fail "runtime.strategies.proxies.enabled: takes features.managedLive: without it there are no bots with real money" }}
{{- end }}
{{- if eq (include "trading-platform.proxiesNamespace" .) .Release.Namespace }}
{{- fail "runtime.strategies.proxies.namespace: must not be the release's own, in which `runtime` would then read the Secrets of all processes" }}
{{- end }}
{{- end }}
{{- if and .Values.edge.autoscaling.enabled (gt (int .Values.edge.autoscaling.minReplicas) (int .Values.edge.autoscaling.maxReplicas)) }}
{{- fail "edge.autoscaling.minReplicas: must not be greater than maxReplicas" }}
{{- end }}
{{- end }}
