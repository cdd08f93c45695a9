{{/* The pods of all processes. */}}

{{/* What follows `node` in the command of a process: `startOf` of bundler/src/start.ts. A test compares the two. */}}
{{- define "trading-platform.command" -}}
edge: [--max-old-space-size=256, dist/edge.js]
identity: [--max-old-space-size=256, dist/identity.js]
wallet: [--max-old-space-size=256, dist/wallet.js]
context: [--max-old-space-size=256, --expose-gc, dist/context.js]
runtime: [--max-old-space-size=448, dist/runtime.js]
feeds: [--max-old-space-size=128, dist/feed.js]
execution: [--max-old-space-size=256, dist/execution.js]
sandbox: [--max-old-space-size=256, dist/sandbox.js]
{{- end }}

{{/* The template of a process's pods. Takes `root` and `name`. */}}
{{- define "trading-platform.podTemplate" -}}
{{- $root := .root }}
{{- $values := index $root.Values .name }}
metadata:
  labels:
    {{- include "trading-platform.labels" . | nindent 4 }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # Variables are read once: other ones take new pods.
    checksum/environment: {{ include "trading-platform.environment" . | sha256sum }}
    {{- if eq .name "runtime" }}
    checksum/environment-feeds: {{ include "trading-platform.environment" (dict "root" $root "name" "feeds") | sha256sum }}
    {{- end }}
    {{- if $root.Values.metrics.annotations }}
    prometheus.io/scrape: "true"
    prometheus.io/port: {{ $root.Values.metrics.port | quote }}
    prometheus.io/path: /metrics
    {{- end }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "trading-platform.serviceAccountName" . }}
  automountServiceAccountToken: {{ and (eq .name "runtime") (ne "" (include "trading-platform.asksCluster" $root)) }}
  enableServiceLinks: false
  {{- include "trading-platform.placement" . | nindent 2 }}
  securityContext:
    {{- toYaml $root.Values.podSecurityContext | nindent 4 }}
  # What was asked before is answered: 5 s until nobody asks any more, 10 s for what is under way, and a reserve.
  terminationGracePeriodSeconds: 30
  {{- if eq .name "runtime" }}
  hostUsers: {{ $values.isolation.hostUsers }}
  # Its first process is the cluster's, which buries what bots leave behind.
  shareProcessNamespace: true
  initContainers:
    {{- include "trading-platform.feeds" $root | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .name }}
      {{- include "trading-platform.container" . | nindent 6 }}
  volumes:
    {{- include "trading-platform.volumes" . | nindent 4 }}
{{- end }}

{{/* Where a process's pods go. */}}
{{- define "trading-platform.placement" -}}
{{- $root := .root }}
{{- $values := index $root.Values .name }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- $spread := $values.topologySpreadConstraints }}
{{- if not $spread }}
{{- $zones := dict "maxSkew" 1 "topologyKey" "topology.kubernetes.io/zone" "whenUnsatisfiable" $root.Values.topologySpread.zones }}
{{- $hosts := dict "maxSkew" 1 "topologyKey" "kubernetes.io/hostname" "whenUnsatisfiable" $root.Values.topologySpread.hosts }}
{{- $spread = list $zones $hosts }}
{{- end }}
topologySpreadConstraints:
  {{- range $spread }}
  -
    {{- toYaml . | nindent 4 }}
    labelSelector:
      matchLabels:
        {{- include "trading-platform.selectorLabels" (dict "root" $root "name" $.name) | nindent 8 }}
  {{- end }}
{{- end }}

{{- define "trading-platform.container" -}}
{{- $root := .root }}
{{- $values := index $root.Values .name }}
{{- $image := ternary $root.Values.frameworksImage $root.Values.image (eq .name "runtime") }}
image: {{ include "trading-platform.image" (dict "root" $root "image" $image) }}
imagePullPolicy: {{ $image.pullPolicy }}
args: {{ index (include "trading-platform.command" . | fromYaml) .name | toJson }}
envFrom:
  - configMapRef: {name: {{ include "trading-platform.componentName" . }}}
ports:
  {{- if eq .name "edge" }}
  - {name: rest, containerPort: 8080}
  - {name: graphql, containerPort: 4000}
  {{- else }}
  - {name: grpc, containerPort: 50051}
  - {name: subgraph, containerPort: 4001}
  {{- end }}
  - {name: metrics, containerPort: {{ $root.Values.metrics.port }}}
{{- include (ternary "trading-platform.edgeProbes" "trading-platform.serviceProbes" (eq .name "edge")) $root }}
lifecycle:
  preStop:
    exec: {command: [sleep, "5"]}
resources:
  {{- toYaml $values.resources | nindent 2 }}
securityContext:
  {{- if eq .name "runtime" }}
  {{- $isolation := omit $values.isolation "hostUsers" }}
  {{- toYaml (merge (deepCopy $isolation) $root.Values.containerSecurityContext) | nindent 2 }}
  {{- else }}
  {{- toYaml $root.Values.containerSecurityContext | nindent 2 }}
  {{- end }}
volumeMounts:
  - {name: keys, mountPath: /run/keys, readOnly: true}
  - {name: temporary, mountPath: /tmp}
  {{- if $root.Values.grpc.tls.enabled }}
  - {name: tls, mountPath: /run/tls, readOnly: true}
  {{- end }}
  {{- if has .name (list "context" "runtime") }}
  - {name: object-cache, mountPath: /objects}
  {{- end }}
  {{- if eq .name "runtime" }}
  - {name: data, mountPath: /data}
  - {name: feeds, mountPath: /data/feeds}
  {{- end }}
{{- end }}

{{/* The port of GraphQL listens before this one. `/readyz` is for people: it fails for all of the edge where one venue is away. */}}
{{- define "trading-platform.edgeProbes" }}
startupProbe:
  httpGet: {path: /health, port: rest}
  periodSeconds: 2
  failureThreshold: 60
readinessProbe:
  httpGet: {path: /health, port: rest}
  periodSeconds: 5
  timeoutSeconds: 3
livenessProbe:
  httpGet: {path: /health, port: rest}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}

{{/* A service is ready once its start-up work is done, and lives as soon as it answers. With TLS the cluster itself can't ask: a program of the image does. */}}
{{- define "trading-platform.serviceProbes" }}
{{- if .Values.grpc.tls.enabled }}
startupProbe:
  tcpSocket: {port: grpc}
  periodSeconds: 2
  failureThreshold: 150
readinessProbe:
  exec: {command: [node, supervisor/dist/healthy/main.js, grpc, "127.0.0.1:50051"]}
  periodSeconds: 10
  timeoutSeconds: 5
livenessProbe:
  tcpSocket: {port: grpc}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- else }}
startupProbe:
  grpc: {port: 50051}
  periodSeconds: 2
  failureThreshold: 150
readinessProbe:
  grpc: {port: 50051, service: ready}
  periodSeconds: 5
  timeoutSeconds: 3
livenessProbe:
  grpc: {port: 50051}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
{{- end }}

{{/* They begin before the runtime service and end after it. */}}
{{- define "trading-platform.feeds" -}}
{{- $feeds := .Values.feeds }}
{{- range $index, $venue := include "trading-platform.feedVenues" . | fromYamlArray }}
- name: feed-{{ $venue }}
  restartPolicy: Always
  image: {{ include "trading-platform.image" (dict "root" $ "image" $.Values.image) }}
  imagePullPolicy: {{ $.Values.image.pullPolicy }}
  args: {{ index (include "trading-platform.command" $ | fromYaml) "feeds" | toJson }}
  envFrom:
    - configMapRef: {name: {{ include "trading-platform.componentName" (dict "root" $ "name" "feeds") }}}
  env:
    - {name: VENUE, value: {{ $venue }}}
    - {name: FEED_SOCKET, value: /data/feeds/{{ $venue }}.sock}
    # What `runtime` tells it: among how many feeds of all pods the venue's allowance is divided.
    - {name: FEED_SHARE_FILE, value: /data/feeds/{{ $venue }}.share.json}
    # All containers of a pod have one address.
    - {name: METRICS_PORT, value: {{ add $.Values.metrics.port $index 1 | quote }}}
  ports:
    - {name: metrics-{{ trunc 7 $venue }}, containerPort: {{ add $.Values.metrics.port $index 1 }}}
  livenessProbe:
    exec: {command: [node, supervisor/dist/healthy/main.js, socket, /data/feeds/{{ $venue }}.sock]}
    initialDelaySeconds: 30
    periodSeconds: 20
    timeoutSeconds: 5
    failureThreshold: 3
  resources:
    {{- toYaml $feeds.resources | nindent 4 }}
  securityContext:
    {{- toYaml $.Values.containerSecurityContext | nindent 4 }}
  volumeMounts:
    - {name: keys-feed, mountPath: /run/keys, readOnly: true}
    - {name: temporary, mountPath: /tmp}
    - {name: feeds, mountPath: /data/feeds}
    {{- if $.Values.grpc.tls.enabled }}
    - {name: tls, mountPath: /run/tls, readOnly: true}
    {{- end }}
{{- end }}
{{- end }}

{{- define "trading-platform.volumes" -}}
{{- $root := .root }}
{{- $values := index $root.Values .name }}
# Files that may be replaced while the process runs: it reads them again.
- name: keys
  secret: {secretName: {{ $values.existingSecret }}, defaultMode: 0440}
- name: temporary
  emptyDir: {sizeLimit: {{ ternary "4Gi" "256Mi" (eq .name "runtime") }}}
{{- if $root.Values.grpc.tls.enabled }}
- name: tls
  secret: {secretName: {{ $root.Values.grpc.tls.existingSecret }}, defaultMode: 0440}
{{- end }}
{{- if has .name (list "context" "runtime") }}
- name: object-cache
  emptyDir: {sizeLimit: {{ printf "%dMi" (div (mul (int $values.objectCacheMiB) 5) 4) }}}
{{- end }}
{{- if eq .name "runtime" }}
- name: keys-feed
  secret: {secretName: {{ $root.Values.feeds.existingSecret }}, defaultMode: 0440}
- name: feeds
  emptyDir: {sizeLimit: 16Mi}
{{- end }}
{{- end }}
