/** Prints what spectral's default rules for OpenAPI find in a document, as a JSON list. The first argument is where it is installed. */
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const [, , installed, document] = process.argv;
const load = createRequire(installed);
const { Spectral } = load('@stoplight/spectral-core');
const { oas } = load('@stoplight/spectral-rulesets');

const spectral = new Spectral();
spectral.setRuleset({ extends: [oas] });
spectral.run(JSON.parse(readFileSync(document, 'utf8'))).then((found) => {
  const problems = found.map(({ code, severity, path }) => ({
    rule: String(code),
    isError: severity === 0,
    path: path.join('/'),
  }));
  process.stdout.write(`${JSON.stringify(problems)}\n`);
});
