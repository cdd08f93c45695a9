{{/* Who asks whom within the release, and by which ports; and what is outside of it. A test compares it with what each process is told to ask. */}}
{{- define "trading-platform.asks" -}}
edge: {identity: [50051, 4001], wallet: [50051, 4001], context: [4001], runtime: [50051, 4001], execution: [50051, 4001]}
identity: {}
wallet: {identity: [50051]}
context: {}
runtime: {context: [50051], wallet: [50051]}
execution: {wallet: [50051]}
sandbox: {}
migration: {}
{{- end }}

{{/* The ports of the sandbox that each process asks in place of what is outside. */}}
{{- define "trading-platform.asksSandbox" -}}
edge: [8090]
identity: [2525, 8090]
wallet: [8091, 8092, 8093, 8545, 8546]
context: [8091, 8092, 8093]
runtime: [8091, 8093]
execution: [8091, 8092, 8093]
sandbox: []
migration: []
{{- end }}

{{/* What the proxies ask whose pods `runtime` makes. */}}
{{- define "trading-platform.asksOfProxies" -}}
wallet: [50051]
{{- if .Values.sandbox.enabled }}
sandbox: [8091]
{{- end }}
{{- end }}

{{/* What each process asks outside of the release: names of `networkPolicy`. */}}
{{- define "trading-platform.asksOutside" -}}
edge: []
identity: [mongodb, objectStore, mail, outside]
wallet: [mongodb, objectStore, outside]
context: [mongodb, objectStore, outside]
runtime: [mongodb, objectStore, outside]
execution: [mongodb, outside]
sandbox: []
migration: [mongodb]
{{- end }}

{{- define "trading-platform.ports" -}}
{{- range $index, $port := . }}
{{- if $index }}{{ "\n" }}{{ end -}}
- {protocol: TCP, port: {{ $port }}}
{{- end }}
{{- end }}

{{- define "trading-platform.peer" -}}
- podSelector:
    matchLabels:
      {{- include "trading-platform.selectorLabels" . | nindent 6 }}
{{- end }}

{{/* Pods that `runtime` makes. Takes `root`, `namespace`, and their `component`, or none for all. */}}
{{- define "trading-platform.madePeer" -}}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ .namespace }}
  podSelector:
    matchLabels:
      app.kubernetes.io/managed-by: trading-platform
      trading-platform/installation: {{ include "trading-platform.fullname" .root }}
      {{- with .component }}
      app.kubernetes.io/component: {{ . }}
      {{- end }}
{{- end }}

{{- define "trading-platform.dnsRule" -}}
- {{ with .to }}to:
    {{- toYaml . | nindent 4 }}
  {{ end -}}
  ports:
    {{- range .ports }}
    - {protocol: UDP, port: {{ . }}}
    - {protocol: TCP, port: {{ . }}}
    {{- end }}
{{- end }}

{{- define "trading-platform.outsideRule" -}}
- {{ with .to }}to:
    {{- toYaml . | nindent 4 }}
  {{ end -}}
  ports:
    {{- include "trading-platform.ports" .ports | nindent 4 }}
{{- end }}

{{/* What the pods of proxies reach: names, the wallet service and the venue. */}}
{{- define "trading-platform.proxyEgressRules" -}}
{{- $venue := .Values.runtime.strategies.proxies.venue }}
{{- include "trading-platform.dnsRule" .Values.networkPolicy.dns }}
{{- range $asked, $ports := include "trading-platform.asksOfProxies" . | fromYaml }}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ $.Release.Namespace }}
      podSelector:
        matchLabels:
          {{- include "trading-platform.selectorLabels" (dict "root" $ "name" $asked) | nindent 10 }}
  ports:
    {{- include "trading-platform.ports" $ports | nindent 4 }}
{{- end }}
{{- if not .Values.sandbox.enabled }}
{{ include "trading-platform.outsideRule" (dict "to" (default .Values.networkPolicy.outside.to $venue.to) "ports" $venue.ports) }}
{{- end }}
{{- end }}

{{- define "trading-platform.ingressRules" -}}
{{- $root := .root }}
{{- $name := .name }}
{{- $policy := $root.Values.networkPolicy }}
{{- if eq $name "edge" }}
- ports:
    {{- include "trading-platform.ports" (list 8080 4000) | nindent 4 }}
  {{- with $policy.edgeFrom }}
  from:
    {{- toYaml . | nindent 4 }}
    {{- include "trading-platform.peer" (dict "root" $root "name" "test") | nindent 4 }}
  {{- end }}
{{- end }}
{{- range $caller, $asked := .asks }}
{{- $ports := index $asked $name }}
{{- if eq $name "sandbox" }}
{{- $ports = index (include "trading-platform.asksSandbox" $root | fromYaml) $caller }}
{{- end }}
{{- if $ports }}
- from:
    {{- include "trading-platform.peer" (dict "root" $root "name" $caller) | nindent 4 }}
  ports:
    {{- include "trading-platform.ports" $ports | nindent 4 }}
{{- end }}
{{- end }}
{{- if $root.Values.runtime.strategies.proxies.enabled }}
{{- with index (include "trading-platform.asksOfProxies" $root | fromYaml) $name }}
- from:
    {{- include "trading-platform.madePeer" (dict "root" $root "namespace" (include "trading-platform.proxiesNamespace" $root) "component" "proxies") | nindent 4 }}
  ports:
    {{- include "trading-platform.ports" . | nindent 4 }}
{{- end }}
{{- end }}
{{- if and $policy.metricsFrom (ne $name "migration") }}
{{- with $policy.metricsFrom }}
- from:
    {{- toYaml . | nindent 4 }}
  ports:
    {{- $metrics := int $root.Values.metrics.port }}
    {{- include "trading-platform.ports" (ternary (list $metrics (add $metrics 1) (add $metrics 2)) (list $metrics) (eq $name "runtime")) | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "trading-platform.egressRules" -}}
{{- $root := .root }}
{{- $name := .name }}
{{- $policy := $root.Values.networkPolicy }}
{{ include "trading-platform.dnsRule" $policy.dns }}
{{- range $asked, $ports := index .asks $name }}
- to:
    {{- include "trading-platform.peer" (dict "root" $root "name" $asked) | nindent 4 }}
  ports:
    {{- include "trading-platform.ports" $ports | nindent 4 }}
{{- end }}
{{- $outside := index (include "trading-platform.asksOutside" $root | fromYaml) $name }}
{{- if $root.Values.sandbox.enabled }}
{{- $outside = without $outside "mail" "outside" }}
{{- with index (include "trading-platform.asksSandbox" $root | fromYaml) $name }}
- to:
    {{- include "trading-platform.peer" (dict "root" $root "name" "sandbox") | nindent 4 }}
  ports:
    {{- include "trading-platform.ports" . | nindent 4 }}
{{- end }}
{{- end }}
{{- if $root.Values.telemetry.endpoint }}
{{- $outside = append $outside "telemetry" }}
{{- end }}
{{- if and (eq $name "runtime") (eq $root.Values.runtime.runner "kubernetes") }}
- to:
    # Those that it makes.
    {{- range include "trading-platform.podNamespaces" $root | fromJsonArray }}
    {{- include "trading-platform.madePeer" (dict "root" $root "namespace" .) | nindent 4 }}
    {{- end }}
  ports:
    - {protocol: TCP, port: 7443}
{{- end }}
{{- if and (eq $name "runtime") (include "trading-platform.asksCluster" $root) }}
{{- $outside = append $outside "kubernetesApi" }}
{{- end }}
{{- range $outside }}
{{ include "trading-platform.outsideRule" (index $policy .) }}
{{- end }}
{{- end }}
