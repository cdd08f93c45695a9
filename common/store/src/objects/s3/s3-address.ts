const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.=-]+(?:\/[\w.=-]+)*))?\/?$/;

/** A place in a store that speaks S3: all keys of the platform are below it. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or names that end with a slash. */
  readonly prefix: string;
}

/** Reads `s3://bucket/prefix`; undefined where it is none. */
export function readS3Address(url: string): S3Address | undefined {
  const [, bucket, prefix] = ADDRESS.exec(url) ?? [];
  if (bucket === undefined || prefix?.split('/').includes('..')) return undefined;
  return { bucket, prefix: prefix === undefined ? '' : `${prefix}/` };
}
