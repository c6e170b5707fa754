import { Button, TextInput, Progress } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { ModelPack } from '../../src/contract/models'
import { engine } from '../engine'
import { changeConnector } from '../connector/connector'
import { text } from '../text/chosen'
import { spellBytes } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import shared from '../components/shared.module.css'
import { addModel, FetchButton, PackCard, useOf } from './PackConsent'
import styles from './Packs.module.css'
import type { Job } from '../../src/contract/work'
import { spellFailure, spellMessage } from '../text/message'

const words = text.packs

/** Models that are fetched when they are asked for. */
export function ModelPacks(): ReactElement {
  const packs = useEngineState((state) => state.packs)
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={shared.dim}>{words.explain}</p>
      {packs.map((pack) => (
        <Pack key={pack.id} pack={pack} />
      ))}
    </section>
  )
}

function Pack({ pack }: { pack: ModelPack }): ReactElement {
  const jobs = useEngineState((state) => state.jobs)
  const job = jobOf(pack, jobs)
  return (
    <article className={styles.pack} aria-label={pack.title}>
      <h3>{pack.title}</h3>
      <p className={shared.dim}>{words.what[pack.id] ?? words.whatFor[pack.use]}</p>
      <PackCard pack={pack} />
      {job?.state === 'running' ? (
        <ModelProgress job={job} servedBy={pack.servedBy} />
      ) : pack.isInstalled ? (
        <Installed pack={pack} />
      ) : (
        <Missing pack={pack} />
      )}
      {job?.state === 'failed' ? (
        <p className={styles.problem} role="alert" data-selectable>
          {job.failure === null ? '' : spellFailure(job.failure)}
        </p>
      ) : null}
    </article>
  )
}

function Installed({ pack }: { pack: ModelPack }): ReactElement {
  async function verify(): Promise<void> {
    const result = await attempt(engine.call('packs.verify', { id: pack.id }))
    if (result !== null) {
      notify(
        result.problems.length === 0 ? 'info' : 'error',
        result.problems.map(spellMessage).join(' ') || words.isIntact(pack.title),
      )
    }
  }
  return (
    <>
      <div className={shared.row}>
        <span data-selectable>{words.installed(pack.folder)}</span>
        <Button size="xs" variant="default" onClick={() => void verify()}>
          {words.verify}
        </Button>
        <Button size="xs" variant="default" onClick={() => void removeModel(pack.id)}>
          {words.remove}
        </Button>
      </div>
      {pack.use === 'caption' ? <CaptionUse pack={pack} /> : null}
      {pack.installedVersion === pack.version ? null : <Update pack={pack} />}
    </>
  )
}

/** Whether the caption connector asks it. */
function CaptionUse({ pack }: { pack: ModelPack }): ReactElement {
  const isUsed = useEngineState(({ settings: { connector } }) => connector.isOn && connector.pack === pack.id)
  return (
    <div className={shared.row}>
      {isUsed ? (
        <span>{words.usedForCaptions}</span>
      ) : (
        <Button size="xs" onClick={() => changeConnector({ isOn: true, pack: pack.id })}>
          {words.useForCaptions}
        </Button>
      )}
    </div>
  )
}

/** The catalogue has another version than the one that is installed, which stays until the person takes the other. */
function Update({ pack }: { pack: ModelPack }): ReactElement {
  const { version, installedVersion, downloadBytes } = pack
  return (
    <>
      <p data-selectable>{words.isOffered(installedVersion ?? '', version)}</p>
      <div className={shared.row}>
        <FetchButton pack={pack} label={words.update(spellBytes(downloadBytes))} />
      </div>
      <FromFile pack={pack} />
    </>
  )
}

function Missing({ pack }: { pack: ModelPack }): ReactElement {
  const { partialBytes, downloadBytes } = pack
  return (
    <>
      <div className={shared.row}>
        <FetchButton
          pack={pack}
          label={
            partialBytes > 0
              ? words.goOn(spellBytes(partialBytes), spellBytes(downloadBytes))
              : pack.use === 'caption'
                ? words.installAndUse(spellBytes(downloadBytes))
                : words.install(spellBytes(downloadBytes))
          }
        />
        {partialBytes > 0 ? (
          <Button size="xs" variant="default" onClick={() => void removeModel(pack.id)}>
            {words.forget}
          </Button>
        ) : null}
      </div>
      <FromFile pack={pack} />
    </>
  )
}

function FromFile({ pack }: { pack: ModelPack }): ReactElement {
  const [file, setFile] = useState('')
  return (
    <form
      className={shared.row}
      onSubmit={(event) => {
        event.preventDefault()
        void addModel({ id: pack.id, file: file.trim(), ...useOf(pack) })
      }}
    >
      <TextInput
        className={styles.file}
        size="xs"
        aria-label={words.file}
        placeholder={words.filePlaceholder}
        value={file}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" type="submit" disabled={file.trim() === ''}>
        {words.fromFile}
      </Button>
    </form>
  )
}

/** How far adding a pack is, and the button that stops it. */
export function ModelProgress({ job, servedBy }: { job: Job; servedBy: string | null }): ReactElement {
  const { done, total, id } = job
  const title = spellMessage(job.title)
  return (
    <div className={styles.running}>
      <Progress
        className={styles.progress}
        size="sm"
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={words.adding(title)}
      />
      <span className={shared.dim}>{words.progress(spellBytes(done), spellBytes(total), servedBy)}</span>
      <Button
        size="xs"
        variant="default"
        aria-label={words.cancelNamed(title)}
        onClick={() => void attempt(engine.call('jobs.cancel', { jobId: id }))}
      >
        {words.cancel}
      </Button>
    </div>
  )
}

async function removeModel(id: string): Promise<void> {
  const packs = await attempt(engine.call('packs.remove', { id }))
  if (packs !== null) {
    useEngineState.setState({ packs })
  }
}

/** The job that adds the pack now, or the last one that did and did not come to its end. */
export function jobOf(
  { jobId, title, version, installedVersion }: ModelPack,
  jobs: readonly Job[],
): Job | null {
  const running = jobs.find((job) => job.id === jobId)
  if (running !== undefined || installedVersion === version) {
    return running ?? null
  }
  const last = jobs.findLast((job) => job.kind === 'model-pack' && job.title === title)
  return last?.state === 'failed' ? last : null
}
