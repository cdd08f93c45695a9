/** What installers inherit: where programs are, how registries are reached, and nothing secret of ours. */
export const installerVariables =
  /^(PATH|HOME|TMPDIR|LANG|LC_\w+|XDG_CACHE_HOME|PLATFORM_CACHE_DIR|PIP_\w+|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|APT_CONFIG|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/;
