import { provisionGoProgram, type Report } from '@platform/kit/provisioning';

export const VERSITYGW_VERSION = 'v1.8.0';
/** A server that speaks S3 over a folder. */
const PROGRAM = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  version: VERSITYGW_VERSION,
  sum: 'h1:au+wI+aybno/STsQiSm35Uu6Q6iK5MWReQxgO6SEMFc=',
};

/** Returns the server's program, which is built once per machine, or the reason why it can not be. */
export function provideVersitygw(report: Report): Promise<string | { readonly missing: string }> {
  return provisionGoProgram(PROGRAM, { environment: process.env, report });
}
