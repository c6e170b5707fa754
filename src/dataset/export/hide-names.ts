import { basename } from 'node:path'
import type { PairProblem } from '../../domain/pair'
import type { SequencePlace } from '../../domain/sequence'
import { fileOf } from '../../domain/slice-path'
import { messageFields, messageIn, withReplaced } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import type { ExportItem, ExportRequest } from './export-pair'

/**
 * The pair without what tells of a person: names of its files, and dates of studies unless data of patients is asked for.
 * The order of the dates stays.
 */
export function withoutNames(
  item: ExportItem,
  { patientData }: Pick<ExportRequest, 'patientData'>,
): ExportItem {
  const { sequence = null, problem } = item
  return {
    ...item,
    hidesNames: true,
    sequence: sequence === null || patientData === 'copied' ? sequence : withoutDates(sequence),
    problem: problem === null ? null : withoutPath(problem, item),
  }
}

function withoutDates(place: SequencePlace): SequencePlace {
  return { ...place, beforeDate: null, afterDate: null }
}

function withoutPath(problem: PairProblem, item: Named): PairProblem {
  const { code, path } = problem
  const text = withReplaced(messageIn(problem), path, item.key)
  return { code, ...messageFields(hideNames(text, item)), path: item.key }
}

type Named = Pick<ExportItem, 'key' | 'beforePath' | 'afterPath'>

/** The key in the place of the names of both files, with their folders or without. */
export function hideNames(text: MessageText, { key, beforePath, afterPath }: Named): MessageText {
  return (
    [beforePath, afterPath]
      .flatMap((path) => [path, fileOf(path), basename(path), basename(fileOf(path))])
      .filter((name) => name !== '')
      // whole paths before their ends
      .sort((a, b) => b.length - a.length)
      .reduce((hidden, name) => withReplaced(hidden, name, key), text)
  )
}
