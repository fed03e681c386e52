import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../../shared/format/numbers.ts'
import { partsOf } from './print-choice.rules.ts'

interface Props {
  readonly total: number
  readonly most: number
  readonly part: number
  readonly onPart: (part: number) => void
}

/** Labels that are too many for one print come in parts, one after the other; nothing is asked when they are not. */
export function PartSelect({ total, most, part, onPart }: Props) {
  const { t } = useTranslation('print')
  if (total <= most) return null
  return (
    <Select<number>
      className="print-kind"
      aria-label={t('part.label')}
      popupMatchSelectWidth={false}
      value={part}
      onChange={onPart}
      options={partsOf(total, most).map((one) => ({
        value: one.part,
        label: t('part.of', { from: count(one.from), to: count(one.to), total: count(total) }),
      }))}
    />
  )
}
