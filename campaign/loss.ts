/** What the campaign looks for; each is a column of its table. */
export type LossKind = 'lost' | 'doubled' | 'dead' | 'left'

/** The program broke a promise: what was acknowledged is gone or there twice, or a process is dead, hangs or is left. */
export class Loss extends Error {
  override name = 'Loss'

  constructor(
    readonly kind: LossKind,
    message: string,
  ) {
    super(message)
  }
}

/** @throws Loss `lost` where it does not hold */
export function ensure(holds: boolean, what: string): void {
  if (!holds) {
    throw new Loss('lost', what)
  }
}
