import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import type { TFunction } from 'i18next'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { WeldStateTag } from './weld-labels.tsx'

interface WeldsContext {
  readonly t: TFunction<'welding'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly onOpen: (id: string) => void
}

/** `200 / 700`: tested of required; empty if no test is required. */
export const testedShown = ({ testedMm, demandMm }: Pick<WeldRow, 'testedMm' | 'demandMm'>): string =>
  demandMm === 0 ? absent : `${count(testedMm)} / ${count(demandMm)}`

/** Type of a weld, the same in every list of welds. */
export const jointColumns = <Row extends Pick<WeldRow, 'joint' | 'class'>>(
  t: TFunction<'welding'>,
): readonly Column<Row>[] => [
  {
    key: 'joint',
    title: t('field.joint'),
    width: { zh: 82, other: 96 },
    render: ({ joint }) => t(`joint.${joint}`),
  },
  {
    key: 'class',
    title: t('field.class'),
    width: { zh: 58, other: 68 },
    align: 'right',
    render: (row) => row.class,
  },
]

function WeldName({ weld: { id, no }, onOpen }: Pick<WeldsContext, 'onOpen'> & { readonly weld: WeldRow }) {
  return (
    <button type="button" className="link-button" onClick={() => onOpen(id)}>
      {no}
    </button>
  )
}

export const weldColumns = ({ t, instant, onOpen }: WeldsContext): readonly Column<WeldRow>[] => [
  {
    key: 'no',
    title: t('field.no'),
    width: { zh: 90, other: 96 },
    pinned: true,
    sort: 'no',
    render: (weld) => <WeldName weld={weld} onOpen={onOpen} />,
  },
  { key: 'piece', title: t('field.piece'), width: 130, render: ({ piece }) => piece.serial },
  { key: 'order', title: t('field.order'), width: { zh: 140, other: 136 }, render: ({ order }) => order.no },
  {
    key: 'state',
    title: t('field.state'),
    width: { zh: 118, other: 116 },
    render: ({ state }) => <WeldStateTag state={state} />,
  },
  ...jointColumns(t),
  {
    key: 'size',
    title: t('short.size'),
    tip: t('field.size'),
    width: 115,
    align: 'right',
    render: ({ lengthMm, thicknessMm }) => `${count(lengthMm)} × ${thousands(thicknessMm)}`,
  },
  {
    key: 'tested',
    title: t('short.tested'),
    tip: t('field.tested'),
    width: { zh: 122, other: 124 },
    align: 'right',
    render: testedShown,
  },
  {
    key: 'repairs',
    title: t('field.repairs'),
    width: { zh: 60, other: 133 },
    spare: true,
    align: 'right',
    render: ({ repairs }) => repairs,
  },
  { key: 'wps', title: t('field.wps'), width: 150, spare: true, render: ({ wps }) => wps ?? absent },
  {
    key: 'welders',
    title: t('field.welders'),
    width: { zh: 90, other: 113 },
    render: ({ welders }) => (welders.length === 0 ? absent : welders.map(({ name }) => name).join(', ')),
  },
  {
    key: 'weldedAt',
    title: t('field.weldedAt'),
    width: 155,
    spare: true,
    sort: 'weldedAt',
    render: ({ weldedAt }) => instant(weldedAt, '{y}-{m}-{d} {h}:{i}'),
  },
]
