{{/* The variables of each process, as docker-compose.yml has them: a test compares the two, and both with the settings that it reads. */}}

{{- define "trading-platform.environment.all" -}}
NODE_ENV: production
# One heap of native memory a process instead of one a thread.
MALLOC_ARENA_MAX: "1"
LOG_LEVEL: {{ .Values.logLevel }}
METRICS_HOST: 0.0.0.0
METRICS_PORT: {{ .Values.metrics.port | quote }}
{{- with .Values.telemetry.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . }}
{{- end }}
{{- end }}

{{- define "trading-platform.environment.tls" -}}
{{- if .Values.grpc.tls.enabled -}}
GRPC_TLS_CA_FILE: /run/tls/ca.crt
GRPC_TLS_CERT_FILE: /run/tls/tls.crt
GRPC_TLS_KEY_FILE: /run/tls/tls.key
{{- end }}
{{- end }}

{{/* Of what serves or asks others by gRPC and may be told to do so without TLS. */}}
{{- define "trading-platform.environment.grpc" -}}
{{ include "trading-platform.environment.all" . }}
{{ include "trading-platform.environment.tls" . }}
{{- if not .Values.grpc.tls.enabled }}
ALLOW_GRPC_WITHOUT_TLS: "true"
{{- end }}
{{- end }}

{{- define "trading-platform.environment.service" -}}
{{ include "trading-platform.environment.grpc" . }}
GRPC_LISTEN: 0.0.0.0:50051
SUBGRAPH_LISTEN: 0.0.0.0:4001
{{- if .Values.mongodb.allowWithoutTls }}
ALLOW_MONGODB_WITHOUT_TLS: "true"
{{- end }}
TRUSTED_KEYS_FILE: /run/keys/trusted-keys.json
{{- end }}

{{/* Takes `root` and `url`. */}}
{{- define "trading-platform.environment.objects" -}}
OBJECT_STORE_URL: {{ .url }}
{{- with .root.Values.objectStore }}
{{- with .region }}
AWS_REGION: {{ . }}
{{- end }}
{{- with .endpointUrl }}
AWS_ENDPOINT_URL_S3: {{ . }}
{{- end }}
{{- if .allowWithoutTls }}
ALLOW_OBJECT_STORE_WITHOUT_TLS: "true"
{{- end }}
{{- end }}
{{- end }}

{{/* The address of a service for gRPC: all its pods, among which the client itself divides its calls. Takes a `domain` of its name, too. */}}
{{- define "trading-platform.grpcAddress" -}}
{{ include "trading-platform.componentName" . }}-headless{{ default "" .domain }}:50051
{{- end }}

{{- define "trading-platform.subgraphUrl" -}}
{{ ternary "https" "http" .root.Values.grpc.tls.enabled }}://{{ include "trading-platform.componentName" . }}:4001/graphql
{{- end }}

{{/* The address of a venue, real or the sandbox's. Takes `root`, `scheme`, `port`, `path` and `real`, and a `domain` of the sandbox's name. */}}
{{- define "trading-platform.venueUrl" -}}
{{- if .root.Values.sandbox.enabled -}}
{{ .scheme }}://{{ include "trading-platform.componentName" (dict "root" .root "name" "sandbox") }}{{ default "" .domain }}:{{ .port }}{{ .path }}
{{- else -}}
{{ .real }}
{{- end }}
{{- end }}
{{- define "trading-platform.hyperliquidApiUrl" -}}
{{ include "trading-platform.venueUrl" (dict "root" . "domain" .domain "scheme" "http" "port" 8091 "path" "" "real" .Values.venues.hyperliquid.apiUrl) }}
{{- end }}
{{- define "trading-platform.hyperliquidWsUrl" -}}
{{ include "trading-platform.venueUrl" (dict "root" . "domain" .domain "scheme" "ws" "port" 8091 "path" "/ws" "real" .Values.venues.hyperliquid.wsUrl) }}
{{- end }}
{{- define "trading-platform.polymarketUrl" -}}
{{ include "trading-platform.venueUrl" (dict "root" .root "scheme" "http" "port" 8092 "path" (printf "/%s" .part) "real" (index .root.Values.venues.polymarket (printf "%sUrl" .part))) }}
{{- end }}
{{- define "trading-platform.lighterApiUrl" -}}
{{ include "trading-platform.venueUrl" (dict "root" . "scheme" "http" "port" 8093 "path" "" "real" .Values.venues.lighter.apiUrl) }}
{{- end }}
{{- define "trading-platform.lighterWsUrl" -}}
{{ include "trading-platform.venueUrl" (dict "root" . "scheme" "ws" "port" 8093 "path" "/stream" "real" .Values.venues.lighter.wsUrl) }}
{{- end }}

{{- define "trading-platform.identityProvider" -}}
{{- if .Values.sandbox.enabled -}}
{{- $issuer := printf "http://%s:8090/identity-provider" (include "trading-platform.componentName" (dict "root" . "name" "sandbox")) -}}
IDENTITY_PROVIDER_JWKS_URL: {{ $issuer }}/jwks.json
IDENTITY_PROVIDER_ISSUER: {{ $issuer }}
IDENTITY_PROVIDER_AUDIENCE: trading-platform-sandbox
{{- else if .Values.identityProvider.jwksUrl -}}
IDENTITY_PROVIDER_JWKS_URL: {{ .Values.identityProvider.jwksUrl }}
IDENTITY_PROVIDER_ISSUER: {{ .Values.identityProvider.issuer | quote }}
IDENTITY_PROVIDER_AUDIENCE: {{ .Values.identityProvider.audience | quote }}
IDENTITY_PROVIDER_WALLET_CLAIM: {{ .Values.identityProvider.walletClaim }}
{{- end }}
{{- end }}

{{- define "trading-platform.environment.edge" -}}
{{ include "trading-platform.environment.grpc" . }}
PORT: "8080"
GATEWAY_PORT: "4000"
LISTEN_HOST: 0.0.0.0
PUBLIC_URL: {{ .Values.publicUrl }}
PUBLIC_GRAPHQL_URL: {{ .Values.publicGraphqlUrl }}
SANDBOX: {{ .Values.sandbox.enabled | quote }}
{{- if .Values.sandbox.enabled }}
IDENTITY_PROVIDER_TOKEN_URL: http://{{ include "trading-platform.componentName" (dict "root" . "name" "sandbox") }}:8090/identity-provider/token
{{- end }}
{{- with .Values.edge.corsOrigins }}
CORS_ORIGINS: {{ join "," . | quote }}
{{- end }}
{{- with .Values.edge.trustedProxies }}
TRUSTED_PROXIES: {{ join "," . | quote }}
{{- end }}
{{- range list "identity" "runtime" "execution" "wallet" }}
{{ upper . }}_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" $ "name" .) }}
{{- end }}
{{- range include "trading-platform.services" . | fromYamlArray }}
{{ upper . }}_SUBGRAPH_URL: {{ include "trading-platform.subgraphUrl" (dict "root" $ "name" .) }}
{{- end }}
WORKLOAD_KEY_FILE: /run/keys/workload.jwk.json
{{- end }}

{{- define "trading-platform.environment.identity" -}}
{{ include "trading-platform.environment.service" . }}
PUBLIC_URL: {{ .Values.publicUrl }}
{{- if .Values.sandbox.enabled }}
SMTP_URL: smtp://{{ include "trading-platform.componentName" (dict "root" . "name" "sandbox") }}:2525
# The sandbox's, which hold nothing real.
ALLOW_PROVIDERS_WITHOUT_TLS: "true"
{{- end }}
{{- with .Values.mail.from }}
EMAIL_FROM: {{ . | quote }}
{{- end }}
{{ include "trading-platform.identityProvider" . }}
{{ include "trading-platform.environment.objects" (dict "root" . "url" (default .Values.objectStore.url .Values.objectStore.accountCopiesUrl)) }}
{{- end }}

{{- define "trading-platform.environment.wallet" -}}
{{ include "trading-platform.environment.service" . }}
{{- if .Values.sandbox.enabled }}
{{- $sandbox := include "trading-platform.componentName" (dict "root" . "name" "sandbox") }}
ARBITRUM_RPC_URL: http://{{ $sandbox }}:8545
POLYGON_RPC_URL: http://{{ $sandbox }}:8546
# The embedded chain is short and is watched from its beginning.
ARBITRUM_DEPOSITS_FROM_BLOCK: "0"
POLYGON_DEPOSITS_FROM_BLOCK: "0"
{{- else }}
{{- range $network, $values := .Values.networks }}
{{- with $values.rpcUrl }}
{{ upper $network }}_RPC_URL: {{ . }}
{{- end }}
{{- if ne "" (toString $values.depositsFromBlock) }}
{{ upper $network }}_DEPOSITS_FROM_BLOCK: {{ int64 $values.depositsFromBlock | quote }}
{{- end }}
{{- end }}
{{- end }}
HYPERLIQUID_API_URL: {{ include "trading-platform.hyperliquidApiUrl" . }}
POLYMARKET_CLOB_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "clob") }}
POLYMARKET_BRIDGE_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "bridge") }}
POLYMARKET_RELAYER_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "relayer") }}
LIGHTER_API_URL: {{ include "trading-platform.lighterApiUrl" . }}
# Of the image.
LIGHTER_SIGNER_PROGRAM: /platform/dist/lighter-signer.js
LIGHTER_SIGNER_LIBRARY: /opt/signers/lighter-signer.so
IDENTITY_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "identity") }}
WORKLOAD_KEY_FILE: /run/keys/workload.jwk.json
FEATURE_WITHDRAWAL_OTP: {{ .Values.features.withdrawalOtp | quote }}
FEATURE_VENUE_EXITS: {{ .Values.features.venueExits | quote }}
{{ include "trading-platform.environment.objects" (dict "root" . "url" (default .Values.objectStore.url .Values.objectStore.keyCopiesUrl)) }}
{{- end }}

{{- define "trading-platform.environment.context" -}}
{{ include "trading-platform.environment.service" . }}
{{ include "trading-platform.environment.objects" (dict "root" . "url" .Values.objectStore.url) }}
# Its own folder in the volume, which others may write to.
OBJECT_CACHE_DIR: /objects/cache
OBJECT_CACHE_MIB: {{ .Values.context.objectCacheMiB | quote }}
DATASET_ENVIRONMENT: {{ default (ternary "sandbox" "production" .Values.sandbox.enabled) .Values.datasetEnvironment }}
POLYMARKET_CLOB_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "clob") }}
POLYMARKET_GAMMA_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "gamma") }}
HYPERLIQUID_API_URL: {{ include "trading-platform.hyperliquidApiUrl" . }}
LIGHTER_API_URL: {{ include "trading-platform.lighterApiUrl" . }}
{{- if .Values.sandbox.enabled }}
# A pod has an address of its own at the sandbox's venues, and so the whole of what they allow one.
HYPERLIQUID_WEIGHT_PER_MINUTE: "1000000"
LIGHTER_REQUESTS_PER_MINUTE: "50000"
{{- end }}
FEATURE_VENUE_EXITS: {{ .Values.features.venueExits | quote }}
FEATURE_MANAGED_LIVE: {{ .Values.features.managedLive | quote }}
{{- end }}

{{- define "trading-platform.environment.runtime" -}}
{{ include "trading-platform.environment.service" . }}
{{ include "trading-platform.environment.objects" (dict "root" . "url" .Values.objectStore.url) }}
# Its own folder in the volume, which others may write to.
OBJECT_CACHE_DIR: /objects/cache
OBJECT_CACHE_MIB: {{ .Values.runtime.objectCacheMiB | quote }}
CONTEXT_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "context") }}
WALLET_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "wallet") }}
WORKLOAD_KEY_FILE: /run/keys/workload.jwk.json
DATA_DIR: /data
# Of the image: nothing is installed later.
PLATFORM_CACHE_DIR: /opt/frameworks
BOT_SHIM_FILE: /platform/dist/bot-shim.js
POD_HOLDER_FILE: /platform/dist/pod-holder.js
BOTS_HOLDER_FILE: /platform/dist/bots-holder.js
PROXY_HOLDER_FILE: /platform/dist/proxy-holder.js
VENUE_PROXY_FILE: /platform/dist/venue-proxy.js
BACKTEST_WORKERS: {{ .Values.runtime.backtestWorkers | quote }}
FEATURE_MANAGED_LIVE: {{ .Values.features.managedLive | quote }}
{{- if .Values.features.managedLive }}
VENUE_PROXY_ENVIRONMENT: {{ include "trading-platform.proxyEnvironment" . | fromYaml | toJson | quote }}
{{- end }}
{{- with .Values.runtime.legacyNamespaces }}
LEGACY_NAMESPACES: {{ join "," . | quote }}
{{- end }}
{{- if include "trading-platform.asksCluster" . }}
KUBERNETES_API_URL: https://kubernetes.default.svc
{{- end }}
{{- if eq .Values.runtime.runner "kubernetes" }}
RUNNER: kubernetes
KUBERNETES_INSTALLATION: {{ include "trading-platform.fullname" . }}
KUBERNETES_NAMESPACES: {{ include "trading-platform.podNamespaces" . | fromJsonArray | join "," }}
KUBERNETES_PODS: {{ include "trading-platform.pods" . | quote }}
{{- end }}
{{- end }}

{{/* Whether `runtime` asks the cluster's API for anything; empty: it does not. */}}
{{- define "trading-platform.asksCluster" -}}
{{- if or .Values.runtime.legacyNamespaces (eq .Values.runtime.runner "kubernetes") }}true{{ end }}
{{- end }}

{{/* What the pods of strategies are, as JSON: KUBERNETES_PODS. */}}
{{- define "trading-platform.pods" -}}
{{- $strategies := .Values.runtime.strategies }}
{{- $backtests := dict "namespace" $strategies.namespace "image" (include "trading-platform.image" (dict "root" . "image" .Values.frameworksImage)) }}
{{- range list "runtimeClassName" "priorityClassName" "labels" "annotations" "nodeSelector" "tolerations" "seccompProfile" "processorMilli" "processorMilliMax" }}
{{- $name := . }}
{{- with index $strategies $name }}
{{- $_ := set $backtests $name . }}
{{- end }}
{{- end }}
{{- $pullSecrets := list }}
{{- range .Values.imagePullSecrets }}
{{- $pullSecrets = append $pullSecrets .name }}
{{- end }}
{{- $_ := set $backtests "imagePullSecrets" $pullSecrets }}
{{- $pods := dict "services" (dict "namespace" .Release.Namespace "labels" (include "trading-platform.selectorLabels" (dict "root" . "name" "runtime") | fromYaml)) "backtests" $backtests }}
{{- if $strategies.bots.enabled }}
{{- $bots := deepCopy $backtests }}
{{- range list "storage" "storageClassName" "memoryMebibytes" }}
{{- $name := . }}
{{- with index $strategies.bots $name }}
{{- $_ := set $bots $name . }}
{{- end }}
{{- end }}
{{- $_ := set $pods "bots" $bots }}
{{- end }}
{{- if $strategies.proxies.enabled }}
{{- $_ := set $pods "proxies" (include "trading-platform.proxyPods" (dict "root" . "like" $backtests) | fromYaml) }}
{{- end }}
{{- toJson $pods }}
{{- end }}

{{/* The pods of proxies, placed for themselves: no strategy runs in them. Takes `root`, and `like`, pods of the same image. */}}
{{- define "trading-platform.proxyPods" -}}
{{- $root := .root }}
{{- $proxies := $root.Values.runtime.strategies.proxies }}
namespace: {{ include "trading-platform.proxiesNamespace" $root }}
{{ pick .like "image" "imagePullSecrets" | toYaml }}
{{- range $name := list "storage" "storageClassName" "priorityClassName" "labels" "annotations" "nodeSelector" "tolerations" }}
{{- with index $proxies $name }}
{{ dict $name . | toYaml }}
{{- end }}
{{- end }}
secrets:
  - {secretName: {{ $proxies.existingSecret }}, mountPath: /run/keys}
  {{- if $root.Values.grpc.tls.enabled }}
  - {secretName: {{ $root.Values.grpc.tls.existingSecret }}, mountPath: /run/tls}
  {{- end }}
egress:
  {{- include "trading-platform.proxyEgressRules" $root | nindent 2 }}
{{- end }}

{{/* What each proxy of an account with real money is started with. In a pod it is in another namespace, where names of this one have its domain. */}}
{{- define "trading-platform.proxyEnvironment" -}}
{{- $domain := ternary (printf ".%s.svc" .Release.Namespace) "" .Values.runtime.strategies.proxies.enabled }}
{{- $here := merge (dict "domain" $domain) . }}
LOG_LEVEL: {{ .Values.logLevel }}
{{ include "trading-platform.environment.tls" . }}
HYPERLIQUID_API_URL: {{ include "trading-platform.hyperliquidApiUrl" $here }}
HYPERLIQUID_WS_URL: {{ include "trading-platform.hyperliquidWsUrl" $here }}
WALLET_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "wallet" "domain" $domain) }}
WORKLOAD_KEY_FILE: /run/keys/venue-proxy.jwk.json
{{- end }}

{{- define "trading-platform.environment.execution" -}}
{{ include "trading-platform.environment.service" . }}
HYPERLIQUID_API_URL: {{ include "trading-platform.hyperliquidApiUrl" . }}
POLYMARKET_CLOB_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "clob") }}
POLYMARKET_RELAYER_URL: {{ include "trading-platform.polymarketUrl" (dict "root" . "part" "relayer") }}
LIGHTER_API_URL: {{ include "trading-platform.lighterApiUrl" . }}
LIGHTER_WS_URL: {{ include "trading-platform.lighterWsUrl" . }}
WALLET_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "wallet") }}
WORKLOAD_KEY_FILE: /run/keys/workload.jwk.json
{{- end }}

{{/* Beside VENUE, FEED_SOCKET, FEED_SHARE_FILE and METRICS_PORT, which each feed has of its own. */}}
{{- define "trading-platform.environment.feeds" -}}
{{ include "trading-platform.environment.all" . }}
{{ include "trading-platform.environment.tls" . }}
HYPERLIQUID_WS_URL: {{ include "trading-platform.hyperliquidWsUrl" . }}
LIGHTER_WS_URL: {{ include "trading-platform.lighterWsUrl" . }}
CONTEXT_GRPC_ADDRESS: {{ include "trading-platform.grpcAddress" (dict "root" . "name" "context") }}
WORKLOAD_KEY_FILE: /run/keys/workload.jwk.json
{{- end }}

{{- define "trading-platform.environment.sandbox" -}}
{{ include "trading-platform.environment.all" . }}
DATA_DIR: /data
HTTP_LISTEN: 0.0.0.0:8090
MAILBOX_LISTEN: 0.0.0.0:2525
HYPERLIQUID_LISTEN: 0.0.0.0:8091
POLYMARKET_LISTEN: 0.0.0.0:8092
LIGHTER_LISTEN: 0.0.0.0:8093
# The chains beside it in its pod.
ARBITRUM_RPC_URL: http://127.0.0.1:8547
POLYGON_RPC_URL: http://127.0.0.1:8548
# What the platform reads the chains by: nodes as hosting providers have them.
ARBITRUM_NODE_LISTEN: 0.0.0.0:8545
POLYGON_NODE_LISTEN: 0.0.0.0:8546
SANDBOX_WORLD: {{ .Values.sandbox.world }}
FAUCET_KEY_FILE: /run/keys/faucet.key
IDENTITY_PROVIDER_ISSUER: http://{{ include "trading-platform.componentName" (dict "root" . "name" "sandbox") }}:8090/identity-provider
IDENTITY_PROVIDER_AUDIENCE: trading-platform-sandbox
# So that a first start reads its markets in seconds; what wallets and executions ask, they limit by themselves.
SANDBOX_WEIGHT_PER_MINUTE: "1000000"
{{- end }}

{{/* All variables of a process as one object, with what an operator adds. Takes `root` and `name`. */}}
{{- define "trading-platform.environment" -}}
{{- $variables := include (printf "trading-platform.environment.%s" .name) .root | fromYaml }}
{{- with (index .root.Values .name).extraEnv }}
{{- $variables = merge (deepCopy .) $variables }}
{{- end }}
{{- toYaml $variables }}
{{- end }}
