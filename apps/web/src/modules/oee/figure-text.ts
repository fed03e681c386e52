import type { FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { absent } from '../../shared/format/numbers.ts'
import { durationOf } from '../machine-states/duration.ts'

export const percent = (share: number | null): string =>
  share === null ? absent : `${(share * 100).toFixed(1)} %`

/** Key figures in the order in which they are shown. */
export const figureKeys = [
  'oee',
  'availability',
  'performance',
  'quality',
  'teep',
  'coverage',
  'mtbf',
  'mttr',
  'mttrOrder',
  'mttrMend',
  'arcOn',
  'energy',
] as const
export type FigureKey = (typeof figureKeys)[number]

/** A figure as it is written. */
export function figureText({ figures }: FigureRow, key: FigureKey): string {
  const times = {
    mtbf: figures.mtbfS,
    mttr: figures.mttrS,
    mttrOrder: figures.mttrOrderS,
    mttrMend: figures.mttrMendS,
  }
  if (key in times) return durationOf(times[key as keyof typeof times])
  const share = key as Exclude<FigureKey, keyof typeof times>
  if (share !== 'energy') return percent(figures[share])
  return figures.kwhPerUnit === null ? absent : `${figures.kwhPerUnit.toFixed(2)} ${figures.energyUnit}`
}
