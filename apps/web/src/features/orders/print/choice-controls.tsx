import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { pieceStatusWords } from '../pieces-stage.rules.ts'
import { CodeSelect } from './code-select.tsx'
import { type PrintChoice, printKinds } from './print-choice.rules.ts'

interface Props {
  readonly orderId: string
  readonly choice: PrintChoice
  readonly onChange: (change: Partial<PrintChoice>) => void
}

/** As many as the server takes in one question. */
const mostChosen = 500
const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])

/** What is printed, and of which pieces. */
export function ChoiceControls({ orderId, choice, onChange }: Props) {
  const { t } = useTranslation('print')
  return (
    <>
      <Segmented
        aria-label={t('kind.label')}
        value={choice.kind}
        onChange={(kind) => onChange({ kind })}
        options={printKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <CodeSelect
        label={t('choose.marks')}
        value={choice.markIds}
        most={mostChosen}
        onChange={(markIds) => onChange({ markIds })}
        orderId={orderId}
        what="marks"
      />
      <CodeSelect
        label={t('choose.pieces')}
        value={choice.pieceIds}
        most={mostChosen}
        onChange={(pieceIds) => onChange({ pieceIds })}
        orderId={orderId}
        what="pieces"
      />
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
        options={pieceStatusWords
          .filter((word) => !gone.has(word))
          .map((value) => ({ value, label: t(`orders:piece.${value}`) }))}
      />
    </>
  )
}
