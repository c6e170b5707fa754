import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { ModelPack } from '../../src/contract/models'
import { engine } from '../engine'
import { text } from '../text/chosen'
import { spellBytes } from '../text/spelling'
import { addJob } from '../state/engine-state'
import { attempt } from '../state/notices'
import shared from '../components/shared.module.css'
import { spellMessage } from '../text/message'

const words = text.packs

/** What a person should know of a pack before it is fetched. */
export function PackCard({ pack }: { pack: ModelPack }): ReactElement {
  return (
    <>
      <p className={shared.dim} data-selectable>
        {words.facts({
          download: spellBytes(pack.downloadBytes),
          disk: spellBytes(pack.diskBytes),
          licence: pack.licence,
          source: pack.source,
        })}
      </p>
      <p className={shared.dim} data-selectable>
        {words.dataLicence(spellMessage(pack.dataLicence))}
      </p>
      <p className={shared.dim} data-selectable>
        {words.limits(spellMessage(pack.limits))}
      </p>
      <p className={shared.dim} data-selectable>
        {words.homepage(pack.homepage)}
      </p>
    </>
  )
}

interface FetchButtonProps {
  pack: ModelPack
  label: string
}

/** Fetches a pack. Before the first time it shows the pack's card and asks; nothing is asked over the network before. */
export function FetchButton({ pack, label }: FetchButtonProps): ReactElement {
  const [isAsking, setAsking] = useState(false)
  const { id, title, version } = pack
  return (
    <>
      <Button
        size="xs"
        onClick={() => {
          if (pack.isAgreed) {
            void addModel({ id, file: null, ...useOf(pack) })
          } else {
            setAsking(true)
          }
        }}
      >
        {label}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={words.consent.title(title)}
        size="36rem"
      >
        <PackCard pack={pack} />
        <p data-selectable>{words.consent.hosts(pack.hosts.join(', '), version)}</p>
        <div className={shared.row}>
          <Button
            onClick={() => {
              setAsking(false)
              void addModel({ id, file: null, agreesTo: version, ...useOf(pack) })
            }}
          >
            {words.consent.agree(spellBytes(pack.downloadBytes))}
          </Button>
          <Button data-autofocus variant="default" onClick={() => setAsking(false)}>
            {text.shell.cancel}
          </Button>
        </div>
      </Modal>
    </>
  )
}

/** A model that captions is used as soon as it is there. */
export function useOf({ use }: ModelPack): { use?: true } {
  return use === 'caption' ? { use: true } : {}
}

/** Begins to fetch a model pack, or takes it from a file. */
export async function addModel(input: {
  id: string
  file: string | null
  agreesTo?: string
  use?: true
}): Promise<void> {
  const job = await attempt(engine.call('packs.add', input))
  if (job !== null) {
    addJob(job)
  }
}
