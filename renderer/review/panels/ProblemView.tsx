import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PairProblem } from '../../../src/domain/pair'
import { text } from '../../text/en'
import { Empty } from '../../components/Empty'

const words = text.review.problem

/** In place of the images of a pair that cannot be shown. */
export function ProblemView({ problem }: { problem: PairProblem }): ReactElement {
  return (
    <Empty icon={<IconPhotoOff />} title={words.titles[problem.code]} isProblem>
      <p data-selectable>{problem.message}</p>
      <p data-selectable>
        {words.file}: {problem.path}
      </p>
      <p>{words.goOn}</p>
    </Empty>
  )
}
