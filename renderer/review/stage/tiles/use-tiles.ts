import { useEffect, useMemo, useRef, useState } from 'react'
import type { PictureTile } from '../../../../src/contract/picture'
import type { Pair } from '../../../../src/domain/pair'
import { engine, tileUrl } from '../../../engine'
import { heatTile } from '../heat-colors'
import { fetchBitmap } from '../picture'
import type { PictureState } from '../picture'
import type { ShownKind } from '../stage-view'
import { TileStore } from './tile-store'

interface ShownTiles {
  pairId: number
  address: string
  store: TileStore
}

const LOADING: PictureState = { status: 'loading' }
const FIRST_KINDS: readonly ShownKind[] = ['before', 'after']

/**
 * The pictures of a pair that come as tiles; null for a pair whose pictures come whole. Those of another version or
 * mapping take the place of the present ones once their coarsest level is there.
 */
export function useTiledPictures(
  pair: Pair,
  version: number,
  key: string,
): { pictures: Record<ShownKind, PictureState>; arePresent: boolean } | null {
  const { id: pairId, width, height } = pair
  const levels = pair.tiles?.levels ?? null
  const alignment = pair.alignment?.map((value) => value.toPrecision(8)).join(' ') ?? ''
  const address = `${pairId} ${version} ${key} ${width} ${height} ${levels} ${alignment}`
  const [shown, setShown] = useState<ShownTiles | null>(null)
  const present = useRef<ShownTiles | null>(null)
  useEffect(() => {
    if (levels === null) {
      setShown(null)
      return
    }
    const old = present.current?.pairId === pairId ? present.current.store : null
    const store: TileStore = new TileStore(
      { width, height, levels },
      (kind, tile, signal) => {
        const fetchTile = (of: ShownKind): Promise<ImageBitmap> =>
          fetchBitmap(tileUrl(pairId, of, tile, version, keyOf(of, key, alignment)), signal)
        return kind === 'difference' ? differenceTile(store, tile, fetchTile) : fetchTile(kind)
      },
      old?.wantedKinds() ?? FIRST_KINDS,
    )
    let isShown = false
    const show = (): void => {
      if (!isShown && (old === null || store.hasBases())) {
        isShown = true
        setShown({ pairId, address, store })
      }
    }
    const stop = store.onChange(show)
    const stopHearing = engine.on('tiles.changed', ({ frame, done, total, pairId: ofPair }) => {
      if (ofPair === pairId) {
        store.reading.setState({ [frame]: { done, total } })
      }
    })
    show()
    return () => {
      stop()
      stopHearing()
      if (!isShown) {
        store.dispose()
      }
    }
  }, [pairId, width, height, levels, version, key, alignment, address])
  useEffect(() => {
    present.current = shown
    return shown === null ? undefined : () => shown.store.dispose()
  }, [shown])
  const store = shown !== null && shown.pairId === pairId ? shown.store : null
  const pictures = useMemo(() => picturesOf(store), [store])
  return levels === null ? null : { pictures, arePresent: shown?.address === address }
}

async function differenceTile(
  store: TileStore,
  tile: PictureTile,
  fetchTile: (kind: ShownKind) => Promise<ImageBitmap>,
): Promise<ImageBitmap> {
  const grey = await fetchTile('difference')
  const present = store.find('after', tile)
  const below = present ?? (await fetchTile('after'))
  try {
    return heatTile(grey, below)
  } finally {
    grey.close()
    if (present === null) {
      below.close()
    }
  }
}

/** Two kinds of picture are others by another alignment. */
function keyOf(kind: ShownKind, key: string, alignment: string): string {
  return alignment !== '' && (kind === 'aligned' || kind === 'difference') ? `${key} ${alignment}` : key
}

function picturesOf(store: TileStore | null): Record<ShownKind, PictureState> {
  const of = (kind: ShownKind): PictureState =>
    store === null ? LOADING : { status: 'ready', picture: { form: 'tiles', kind, tiles: store } }
  return {
    before: of('before'),
    after: of('after'),
    aligned: of('aligned'),
    difference: of('difference'),
  }
}
