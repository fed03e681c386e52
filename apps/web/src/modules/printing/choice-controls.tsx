import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeSelect } from './code-select.tsx'
import { lotsToChoose } from './print.queries.ts'
import { type PrintChoice, type PrintKind, printKinds } from './print-choice.rules.ts'

interface Props {
  readonly orderId: string
  readonly choice: PrintChoice
  readonly onChange: (change: Partial<PrintChoice>) => void
}

/** As many as the server takes in one question. */
const maxChosen = 500
const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])

/** Kind of print, and selection of pieces. */
export function ChoiceControls({ orderId, choice, onChange }: Props) {
  const { t } = useTranslation('printing')
  const { data } = useQuery(lotsToChoose(orderId))
  const lots = data?.items ?? []
  return (
    <>
      <Select<PrintKind>
        className="print-kind"
        aria-label={t('kind.label')}
        popupMatchSelectWidth={false}
        value={choice.kind}
        onChange={(kind) => onChange({ kind })}
        options={printKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <CodeSelect
        label={t('choose.marks')}
        value={choice.markIds}
        most={maxChosen}
        onChange={(markIds) => onChange({ markIds })}
        orderId={orderId}
        what="marks"
      />
      <CodeSelect
        label={t('choose.pieces')}
        value={choice.pieceIds}
        most={maxChosen}
        onChange={(pieceIds) => onChange({ pieceIds })}
        orderId={orderId}
        what="pieces"
      />
      {lots.length > 0 && (
        <Select<string | null>
          className="print-codes"
          allowClear
          aria-label={t('choose.batch')}
          placeholder={t('choose.batch')}
          popupMatchSelectWidth={false}
          value={choice.batchId}
          onChange={(batchId) => onChange({ batchId: batchId ?? null })}
          options={lots.map(({ id, no, name }) => ({ value: id, label: `${no} ${name}`.trim() }))}
        />
      )}
      <Select
        mode="multiple"
        className="print-codes"
        allowClear
        aria-label={t('choose.status')}
        placeholder={t('choose.status')}
        maxTagCount="responsive"
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        value={[...choice.status]}
        onChange={(status: string[]) => onChange({ status })}
        options={pieceStatuses
          .filter((word) => !gone.has(word))
          .map((value) => ({ value, label: t(`orders:piece.${value}`) }))}
      />
    </>
  )
}
