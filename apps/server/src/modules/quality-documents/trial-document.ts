import type { TrialDetail, TrialMeasurement } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { limitsText } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { sql } from 'kysely'
import type { Block, Cell, Sheet } from '../../platform/pdf/pdf.types.ts'
import { oneTrial } from '../trial-assembly/public.ts'
import { type Picture, picturesOf } from './inspection-document.ts'
import {
  countsOf,
  type DocumentSource,
  type DocumentWords,
  entriesByLoading,
  type QualityDocument,
  type SheetFrame,
  sealed,
  wordsIn,
} from './document-frame.ts'

/** The record of a trial assembly: the pieces and where they lay, what was measured, and who released it. */
function trialSheet(trial: TrialDetail, pictures: readonly Picture[], frame: SheetFrame): Sheet {
  const t = wordsIn(frame.language)
  const facts: (readonly [string, Cell])[] = [
    [t('quality-documents:field.no'), trial.no],
    [t('common:field.status'), { text: t(`trial-assembly:status.${trial.status}`), tone: 'strong' }],
    [t('common:field.order'), `${trial.order.no} ${trial.order.name}`],
    [t('trial-assembly:field.name'), trial.name],
    [t('trial-assembly:field.heldOn'), trial.heldOn],
    [t('trial-assembly:field.place'), trial.place],
    [t('common:field.participants'), trial.participants],
    [t('common:field.note'), trial.note],
    [t('trial-assembly:field.result'), trial.result],
  ]
  const photos: Block[] =
    pictures.length === 0
      ? []
      : [
          { kind: 'heading', text: t('common:field.photos') },
          { kind: 'pictures', items: pictures },
        ]
  const blocks: Block[] = [
    { kind: 'title', text: t('trial-assembly:report'), sub: trial.name },
    { kind: 'facts', columns: 2, items: facts.filter(([, value]) => value !== '') },
    { kind: 'heading', text: t('trial-assembly:part.pieces') },
    piecesTable(trial, t),
    { kind: 'heading', text: t('common:field.measurements') },
    valuesTable(trial.values, t),
    ...photos,
    signatures(trial, frame),
  ]
  const title = `${trial.no} · ${t('trial-assembly:report')}`
  return sealed({ title, header: [frame.plant, trial.no], blocks }, trial.hash, frame)
}

const piecesTable = ({ laidOut }: TrialDetail, t: DocumentWords): Block => ({
  kind: 'table',
  columns: [
    { title: t('trial-assembly:field.position'), share: 1.5 },
    { title: t('common:field.serial'), share: 2 },
    { title: t('common:field.mark'), share: 1.5 },
    { title: t('trial-assembly:field.profile'), share: 2.5 },
  ],
  rows: laidOut.map(({ position, serial, mark, profile }): Cell[] => [position, serial, mark, profile]),
})

const valuesTable = (values: readonly TrialMeasurement[], t: DocumentWords): Block => ({
  kind: 'table',
  columns: [
    { title: t('trial-assembly:field.measurement'), share: 2.6 },
    { title: t('common:field.clause'), share: 2 },
    { title: t('trial-assembly:field.limits'), share: 1.8 },
    { title: t('trial-assembly:field.measured'), share: 1.2, align: 'right' },
    { title: t('trial-assembly:field.verdict'), share: 1.4 },
    { title: t('trial-assembly:field.measuredBy'), share: 1.2 },
  ],
  rows: values.map((one): Cell[] => [
    one.name,
    one.clause,
    `${limitsText(one)} ${one.unit}`,
    one.measured === null ? '—' : `${one.measured} ${one.unit}`,
    one.verdict === null
      ? '—'
      : { text: t(`trial-assembly:verdict.${one.verdict}`), tone: one.verdict === 'pass' ? 'strong' : 'bad' },
    one.measuredBy ?? '',
  ]),
})

function signatures(trial: TrialDetail, { language, at }: SheetFrame): Block {
  const t = wordsIn(language)
  const measured = trial.values.filter((one) => one.measuredAt !== null).at(-1)
  const blank = { name: '', at: '' }
  const signedBy = (name: string | null | undefined, instant: string | null | undefined) =>
    name && instant ? { name, at: at(instant) } : blank
  return {
    kind: 'signatures',
    items: [
      {
        label: t('trial-assembly:field.measuredBy'),
        ...signedBy(measured?.measuredBy, measured?.measuredAt),
      },
      { label: t('trial-assembly:field.releasedBy'), ...signedBy(trial.releasedBy, trial.releasedAt) },
      { label: t('document.supervisor'), ...blank },
    ],
  }
}

/** Records of trial assemblies; their hash was written when they were released. Cancelled ones are no part of a dossier. */
export const trialDocuments: DocumentSource = {
  kind: 'trial',
  load: async (deps, actor, id): Promise<QualityDocument> => {
    const trial = await oneTrial(deps.db.reads, actor, id)
    const photos = sql`select sha256, file_name as caption from trial_photos
      where plant_id = ${actor.plantId} and trial_id = ${id} and type in ('image/jpeg', 'image/png') order by id`
    return {
      kind: 'trial',
      id: trial.id,
      no: trial.no,
      order: trial.order,
      hash: trial.hash,
      at: new Date(trial.releasedAt ?? trial.updatedAt),
      title: (language) => {
        const t = wordsIn(language)
        return `${trial.no} · ${t('trial-assembly:report')} · ${t(`trial-assembly:status.${trial.status}`)}`
      },
      sheet: async (frame) => trialSheet(trial, await picturesOf(deps, photos), frame),
    }
  },
  entries: (deps, actor, orderId) =>
    entriesByLoading(
      trialDocuments,
      { deps, actor },
      sql`select id from trial_assemblies
        where plant_id = ${actor.plantId} and order_id = ${orderId} and status = 'released' order by no`,
    ),
  counts: (deps, plantId, orderId) =>
    countsOf(
      deps,
      sql`select count(*) filter (where status = 'released')::int as ready,
          count(*) filter (where status = 'open')::int as open
        from trial_assemblies where plant_id = ${plantId} and order_id = ${orderId}`,
    ),
}
