import type { WeldRow } from '@cloud-factory/contract/welds'
import type { TFunction } from 'i18next'
import { absent, count, thousands } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { WeldStateTag } from './weld-words.tsx'

interface Given {
  readonly t: TFunction<'welds'>
  readonly instant: (at: string | null, pattern?: string) => string
}

/** `200 / 700`: what has been tested of what must be; nothing where no test is asked for. */
export const testedShown = ({ testedMm, demandMm }: Pick<WeldRow, 'testedMm' | 'demandMm'>): string =>
  demandMm === 0 ? absent : `${count(testedMm)} / ${count(demandMm)}`

export const weldColumns = ({ t, instant }: Given): readonly Column<WeldRow>[] => [
  { key: 'no', title: t('field.no'), width: 100, pinned: true, sort: 'no', render: ({ no }) => no },
  { key: 'piece', title: t('field.piece'), width: 130, render: ({ piece }) => piece.serial },
  { key: 'order', title: t('field.order'), width: 135, render: ({ order }) => order.no },
  {
    key: 'state',
    title: t('field.state'),
    width: 125,
    render: ({ state }) => <WeldStateTag state={state} />,
  },
  { key: 'joint', title: t('field.joint'), width: 90, render: ({ joint }) => t(`joint.${joint}`) },
  { key: 'class', title: t('field.class'), width: 75, align: 'right', render: (row) => row.class },
  {
    key: 'lengthMm',
    title: t('field.lengthMm'),
    width: 130,
    align: 'right',
    render: ({ lengthMm }) => count(lengthMm),
  },
  {
    key: 'thicknessMm',
    title: t('field.thicknessMm'),
    width: 135,
    align: 'right',
    render: ({ thicknessMm }) => thousands(thicknessMm),
  },
  {
    key: 'tested',
    title: t('field.tested'),
    width: 175,
    align: 'right',
    render: testedShown,
  },
  { key: 'repairs', title: t('field.repairs'), width: 110, align: 'right', render: ({ repairs }) => repairs },
  { key: 'wps', title: t('field.wps'), width: 135, render: ({ wps }) => wps ?? absent },
  {
    key: 'welders',
    title: t('field.welders'),
    width: 100,
    render: ({ welders }) => (welders.length === 0 ? absent : welders.map(({ name }) => name).join(', ')),
  },
  {
    key: 'weldedAt',
    title: t('field.weldedAt'),
    width: 155,
    sort: 'weldedAt',
    render: ({ weldedAt }) => instant(weldedAt, '{y}-{m}-{d} {h}:{i}'),
  },
]
