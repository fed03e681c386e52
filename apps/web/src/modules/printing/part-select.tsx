import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { partsOf } from './print-choice.rules.ts'

interface Props {
  readonly total: number
  readonly most: number
  readonly part: number
  readonly onPart: (part: number) => void
}

/**
 * Too many labels for one print are divided into parts, printed one after the other; otherwise
 * nothing is shown.
 */
export function PartSelect({ total, most, part, onPart }: Props) {
  const { t } = useTranslation('printing')
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
