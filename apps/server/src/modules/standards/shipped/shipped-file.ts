import type { StandardFile } from '@cloud-factory/contract/standards/standard-files'
import type { ShippedGroup, ShippedStandard } from './shipped-item.ts'

type FileItem = StandardFile['items'][number]

const usual = {
  class: 'general',
  nominalOf: null,
  optional: false,
  unit: 'mm',
  method: '',
  points: 1,
  sampling: '',
  source: '',
} as const

/** Items of a group: once for each of its shapes. */
const itemsOfGroup = ({ shapes, stages, clause, certainty, items }: ShippedGroup): FileItem[] =>
  shapes.flatMap((shape) =>
    items.map(({ names: [zh, en, es], ...item }) => ({
      ...usual,
      clause,
      certainty,
      ...item,
      shape,
      stages: [...stages],
      names: { zh, en, es },
    })),
  )

/** A shipped standard as a file would bring it. */
export const fileOfShipped = (shipped: ShippedStandard): StandardFile => ({
  format: 'cloud-factory.standard',
  schema: 1,
  standard: { code: shipped.code, names: shipped.names, verdict: shipped.verdict },
  edition: { no: shipped.edition, validFrom: null, source: shipped.source },
  items: shipped.groups.flatMap(itemsOfGroup),
})
