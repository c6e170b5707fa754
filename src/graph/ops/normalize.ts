import { float } from '../onnx'
import { fixedSize, ShapeError } from '../shape'
import { constant, customGradient, makeNode, requireShape } from '../tensor'
import type { Tensor } from '../tensor'
import { add, div, mul, sqrt, sub } from './arithmetic'
import { reshape, stopGradient } from './layout'
import { countAlong, mean, sum } from './reduce'

export interface Affine {
  scale: Tensor
  bias: Tensor
}

/** Over the last axis. `scale` and `bias`: [features]. */
export function layerNorm(x: Tensor, { scale, bias }: Affine, epsilon = 1e-5): Tensor {
  const features = x.shape.at(-1) ?? 1
  requireShape('layerNorm', scale, [features])
  requireShape('layerNorm', bias, [features])
  const statisticsShape = [...x.shape.slice(0, -1), 1]
  const leading = statisticsShape.slice(0, -1).map((_, axis) => axis)
  const outputs: readonly Tensor[] = makeNode(
    'LayerNormalization',
    [x, scale, bias],
    [{ shape: x.shape }, { shape: statisticsShape }, { shape: statisticsShape }],
    {
      attributes: { axis: -1, epsilon: float(epsilon) },
      backward: ([g]) => {
        if (g === null) {
          return [null, null, null]
        }
        const [, centre, inverse] = outputs
        const normal = mul(sub(x, centre), inverse)
        const gNormal = mul(g, normal)
        const scaled = mul(g, scale)
        const along = { axes: [-1], keepDims: true }
        const projected = sub(scaled, mul(normal, mean(mul(scaled, normal), along)))
        const gx = mul(sub(projected, mean(scaled, along)), inverse)
        return [gx, sum(gNormal, { axes: leading }), sum(g, { axes: leading })]
      },
    },
  )
  return outputs[0]
}

/** x [n, channels, ...]; `scale` and `bias`: [channels]. */
export function groupNorm(x: Tensor, groups: number, affine: Affine, epsilon = 1e-5): Tensor {
  const channels = fixedSize('groupNorm', x.shape[1], x.shape)
  if (channels % groups !== 0) {
    throw new ShapeError('groupNorm', `${channels} channels do not make ${groups} groups`, x.shape)
  }
  const space = x.shape.slice(2).map((size) => fixedSize('groupNorm', size, x.shape))
  const length = space.reduce((product, size) => product * size, channels / groups)
  const unit = {
    scale: constant(new Float32Array(length).fill(1), [length]),
    bias: constant(new Float32Array(length), [length]),
  }
  const normal = reshape(layerNorm(reshape(x, [-1, groups, length]), unit, epsilon), x.shape)
  return add(mul(normal, perChannel(affine.scale, x)), perChannel(affine.bias, x))
}

export interface Moments {
  mean: Tensor
  variance: Tensor
}

/** Batch normalisation by given moments [channels], which get no gradient; x [n, channels, ...]. */
export function batchNormFrozen(
  x: Tensor,
  { scale, bias }: Affine,
  moments: Moments,
  epsilon = 1e-5,
): Tensor {
  const factor = div(scale, sqrt(add(stopGradient(moments.variance), epsilon)))
  const offset = sub(bias, mul(stopGradient(moments.mean), factor))
  return add(mul(x, perChannel(factor, x)), perChannel(offset, x))
}

/**
 * Batch normalisation by the moments of this batch, which are returned too: the variance divided by
 * the number of values, as [channels].
 */
export function batchNorm(
  x: Tensor,
  { scale, bias }: Affine,
  epsilon = 1e-5,
): { y: Tensor; moments: Moments } {
  const axes = x.shape.map((_, axis) => axis).filter((axis) => axis !== 1)
  const along = { axes, keepDims: true }
  const average = mean(x, along)
  const centred = sub(x, average)
  const spread = mean(mul(centred, centred), along)
  const inverse = div(1, sqrt(add(spread, epsilon)))
  const factor = mul(inverse, perChannel(scale, x))
  const y = customGradient(add(mul(centred, factor), perChannel(bias, x)), [x, scale, bias], (g) => {
    const slope = mean(mul(g, centred), along)
    const shift = mean(g, along)
    const gx = mul(sub(sub(g, mul(centred, mul(slope, mul(inverse, inverse)))), shift), factor)
    const count = countAlong(x, axes)
    const gScale = mul(mul(slope, inverse), count)
    return [gx, reshape(gScale, scale.shape), reshape(mul(shift, count), bias.shape)]
  })
  const flat = (moment: Tensor) => stopGradient(reshape(moment, [x.shape[1]]))
  return { y, moments: { mean: flat(average), variance: flat(spread) } }
}

/** [channels] as [channels, 1, ...], to broadcast over x [n, channels, ...]. */
function perChannel(values: Tensor, x: Tensor): Tensor {
  requireShape('normalize', values, [x.shape[1]])
  return reshape(values, [x.shape[1], ...x.shape.slice(2).map(() => 1)])
}
