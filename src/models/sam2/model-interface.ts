import type { InferenceSession } from 'onnxruntime-node'

/** The model is readable and is not what it was taken for. */
export class ModelInterfaceError extends Error {
  override name = 'ModelInterfaceError'

  constructor(path: string, reason: string) {
    super(`${path} is no Segment Anything 2 model as expected: ${reason}.`)
  }
}

/** A float input's shape; sizes that are known only at run time are names. @throws ModelInterfaceError */
export function inputShape(session: InferenceSession, name: string, path: string): (number | string)[] {
  const input = session.inputMetadata.find((known) => known.name === name)
  if (input?.isTensor !== true || input.type !== 'float32') {
    throw new ModelInterfaceError(path, `it takes no ${name} of float32`)
  }
  return [...input.shape]
}

/** As `inputShape`, of an input with four fixed sides. @throws ModelInterfaceError */
export function inputSides(
  session: InferenceSession,
  name: string,
  path: string,
): [number, number, number, number] {
  const shape = inputShape(session, name, path)
  const sides = shape.filter((side) => typeof side === 'number')
  if (shape.length !== 4 || sides.length !== 4) {
    throw new ModelInterfaceError(path, `its ${name} is [${shape.join(', ')}]`)
  }
  return [sides[0], sides[1], sides[2], sides[3]]
}
