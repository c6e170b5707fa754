import { messageOf } from '../../contract/errors'

const MOST_CHARACTERS = 300

/**
 * The first line of an error of ONNX Runtime, without the place in its sources and the condition there, by which it may
 * begin: `/webgpu_context.cc:75 Initialize()::<lambda()> status == Success was false. No adapter.` is `No adapter.`
 */
export function runtimeReason(error: unknown): string {
  const [line] = messageOf(error).trim().split('\n', 1)
  return line
    .replace(/^\S+\.cc:\d+ .*<lambda\(\)> /, '')
    .replace(/^.*was false\. /, '')
    .slice(0, MOST_CHARACTERS)
}
