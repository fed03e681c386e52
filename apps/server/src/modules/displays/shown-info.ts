import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'
import { pictureAddress } from '@cloud-factory/domain/displays/picture-words'
import type { Reads } from '../../platform/db/handles.ts'
import { infoShown } from './info.reads.ts'

/** The published display information with the addresses of its pictures. */
export interface ShownInfo {
  /** Version number; increases with each version. */
  readonly no: number
  readonly content: DisplayInfo
  /** Server paths, with `/api`; null: none. One for each honour, in their order. */
  readonly pictures: {
    readonly logo: string | null
    readonly underlay: string | null
    readonly honours: readonly (string | null)[]
  }
}

/** The published version; null before the first publishing. */
export async function shownInfo(reads: Reads, plantId: number): Promise<ShownInfo | null> {
  const shown = await infoShown(reads, plantId)
  if (shown === null) return null
  const { logo, underlay, honours } = shown.content
  const address = (id: string | null) => (id === null ? null : pictureAddress(id))
  return {
    ...shown,
    pictures: {
      logo: address(logo),
      underlay: address(underlay),
      honours: honours.map(({ picture }) => address(picture)),
    },
  }
}
