import { arch, platform, release } from 'node:os'
import type { LogFields } from './log'

/** What a program runs on. */
export function programFacts(version: string): LogFields {
  const { node, electron, chrome } = process.versions
  return { version, platform: platform(), release: release(), arch: arch(), node, electron, chrome }
}
