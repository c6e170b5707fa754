interface Named {
  /** Of an object: its path below the prefix. */
  name: string
}

interface OfBucket {
  bucket: string
  /** What the protocol calls the failure. */
  code: string
}

/** Of images that lie in a bucket. */
export const buckets = {
  noAddress: ({ address }: { address: string }) =>
    `${address} is no address of a bucket: write s3://BUCKET or s3://BUCKET/FOLDER`,
  noBucket: ({ bucket }: { bucket: string }) =>
    `There is no bucket ${bucket}: check its name and the endpoint (AWS_ENDPOINT_URL_S3)`,
  noCredentials:
    'There are no credentials for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  otherRegion: ({ bucket }: { bucket: string }) =>
    `The bucket ${bucket} is in another region: name its region, or set AWS_REGION`,
  refused: ({ bucket, code }: OfBucket) =>
    `The bucket ${bucket} may not be read (${code}): check the credentials and their rights`,
  objectRefused: ({ name, code }: Named & { code: string }) =>
    `${name} may not be read in the bucket (${code}): check the credentials and their rights`,
  away: ({ bucket, code }: OfBucket) => `The bucket ${bucket} cannot be reached (${code}): try again later`,
  damaged: ({ name }: Named) =>
    `${name} came from the bucket incomplete or damaged, several times: upload it again`,
  listBroken: ({ address }: { address: string }) =>
    `The list of ${address} is not whole: its server does not say how it goes on. Try again, or ask who runs the server`,
  tooMany: ({ address }: { address: string }) =>
    `${address} holds more than two million objects: name the folder of a single data set`,
  notGiven: ({ path, address }: { path: string; address: string }) =>
    `The images of ${path} are in the bucket ${address}: open it by that address`,
  noEndpoint: 'The endpoint is no address of a server: write https://HOST',
  noRegion: ({ region }: { region: string }) =>
    `${region} is no name of a region: write it as in eu-central-1`,
  stopped: 'The list of the bucket was stopped.',
  notInTeam: 'A team’s server opens no other bucket: start it with the address of the bucket.',
  noImportInTeam: 'A team’s server reads no data set from a bucket: import it on the command line.',
  serverNotNamed: ({ origin }: { origin: string }) =>
    `${origin} was not asked, as serve was not started with it: add --allow-endpoint ${origin}, or set AWS_ENDPOINT_URL_S3.`,
  serverNotAllowed: ({ origin }: { origin: string }) => `${origin} was not asked, as you did not allow it.`,
  otherMark: ({ path, address }: { path: string; address: string }) =>
    `${path} is the folder of ${address}: name another one with --project`,
  notEmpty: ({ path }: { path: string }) =>
    `${path} holds files of its own: name a new or empty folder with --project`,
  targetNotEmpty: ({ address }: { address: string }) =>
    `${address} is not empty: name a place of its own for the data set`,
  targetHasOthers: ({ address, name }: Named & { address: string }) =>
    `${address} has the rest of a stopped upload, and ${name}, which is not of this data set: remove what is there, or name another place`,
  isPartial: ({ address }: { address: string }) =>
    `${address} is not whole: its upload goes on, or was stopped. Export it again to the same place`,
  mayNotBeWritten: ({ bucket }: { bucket: string }) =>
    `Nothing may be written to the bucket ${bucket}: check the credentials and their rights`,
  fileTooLarge: ({ name }: Named) => `${name} is over 5 GiB, which a bucket does not take in one piece`,
}
