import { ScoreInputError } from './score-error'
import { exitCodes, remark, print } from './output'

/** Prints what a scoring came to. Exit code 0; 1 where items were left out; 2 where the input is unfit. */
export async function printScores(work: () => Promise<{ text: string; isComplete: boolean }>): Promise<void> {
  try {
    const { text, isComplete } = await work()
    print(text)
    process.exitCode = isComplete ? exitCodes.fine : exitCodes.failed
  } catch (error) {
    if (!(error instanceof ScoreInputError)) {
      throw error
    }
    remark(error.message)
    process.exitCode = exitCodes.unusable
  }
}
