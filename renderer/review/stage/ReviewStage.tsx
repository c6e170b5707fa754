import type { ReactElement } from 'react'
import type { OpenPair } from '../../../src/contract/review'
import { pictureUrl } from '../../engine'

export function ReviewStage({ open }: { open: OpenPair }): ReactElement {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', height: '100%', gap: 4 }}>
      {(['before', 'after'] as const).map((kind) => (
        <img
          key={kind}
          src={pictureUrl(open.pair.id, kind)}
          alt={kind}
          style={{ width: '100%', height: '100%', minHeight: 0, objectFit: 'contain' }}
        />
      ))}
    </div>
  )
}
