import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../../text/en'
import { useReviewDocument } from '../document'
import { NO_STEPS } from '../steps'
import { applyEdit } from '../commands/apply-edit'
import { chainOf, dismissOffered, offeredFor, takeOffered, useChain } from '../commands/chain'
import { addModelCaption } from '../commands/chain-edits'
import styles from './Panels.module.css'

const words = text.review.chain
const labels = text.review.labels

/** Further captions of the model, to take in place of a caption or beside it. */
export function Offered({ pairId, captionId }: { pairId: number; captionId: string }): ReactElement | null {
  const steps = useReviewDocument((state) => state.steps.get(pairId) ?? NO_STEPS)
  const offered = useChain((chain) => offeredFor(chainOf(chain, pairId), steps))
  if (offered === null || offered.captionId !== captionId) {
    return null
  }
  return (
    <section className={styles.offered} aria-label={words.offered}>
      <div className={styles.offeredHead}>
        <span className={styles.dim}>{words.offered}</span>
        <span className={styles.grow} />
        <ActionIcon size={20} aria-label={words.dismiss} onClick={dismissOffered}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <ul>
        {offered.captions.map((caption) => (
          <li key={caption.id}>
            <span data-selectable>{caption.text}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={words.useInstead(caption.text)}
              onClick={() => takeOffered(offered, caption, labels.captionTaken)}
            >
              {words.use}
            </Button>
            <Tooltip label={words.addToo}>
              <ActionIcon
                size={20}
                aria-label={`${words.addToo}: ${caption.text}`}
                onClick={() =>
                  applyEdit(labels.captionAdd, (document) =>
                    addModelCaption(document, caption, offered.links, crypto.randomUUID()),
                  )
                }
              >
                <IconPlus size={14} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}
