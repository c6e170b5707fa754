import type { Handlers } from '../contract/define'
import { ContractError } from '../contract/errors'
import type { Raster } from '../images/raster'
import { PackageError } from '../packages/package-error'
import { exportPackage } from './export-package'
import { openProposer } from '../models/registry'
import { withModelErrors } from './proposer-cache'
import type { WorkerCommands } from './worker-contract'

/** Commands about the files of model packages. */
export function modelPackageHandlers({
  threads,
}: {
  threads: number
}): Pick<Handlers<WorkerCommands>, 'checkModel' | 'exportModel'> {
  return {
    async checkModel({ folder }) {
      const model = await withModelErrors(folder, 'cpu', () =>
        openProposer(folder, { provider: 'cpu', threads }),
      )
      try {
        const { score } = await model.propose(syntheticFrame(0), syntheticFrame(1), 'made')
        if (!Number.isFinite(score)) {
          throw badModel(folder, `${folder} is damaged: what it says of a pair is not a number.`)
        }
        return null
      } finally {
        await model.release()
      }
    },
    async exportModel({ folder, out }) {
      try {
        return { files: await exportPackage(folder, out) }
      } catch (error) {
        throw error instanceof PackageError ? badModel(error.path, error.message) : error
      }
    },
  }
}

function badModel(path: string, message: string): ContractError {
  return new ContractError({ code: 'bad-model', path, message })
}

/** A ramp; with `square` 1 there is a bright square in it. */
function syntheticFrame(square: 0 | 1): Raster {
  const side = 128
  const data = new Uint8Array(side * side * 3)
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3)
    const [x, y] = [pixel % side, Math.floor(pixel / side)]
    const isInside = square === 1 && x > 40 && x < 80 && y > 40 && y < 80
    data[at] = isInside ? 230 : 60 + ((x + y) >> 1)
  }
  return { width: side, height: side, data }
}
