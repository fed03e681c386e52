import { Select } from 'antd'
import { useRef } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

export interface ListSelectProps {
  readonly label: string
  /** Chosen values; empty: none. */
  readonly values: readonly string[]
  readonly options: readonly Option[]
  /** Several values can be chosen. */
  readonly many?: boolean
  /** One value is always chosen. */
  readonly required?: boolean
  /** Receives what is typed when the server searches the options; otherwise the field does. */
  readonly search?: (text: string) => void
  /** Options are on their way. */
  readonly busy?: boolean
  readonly onChange: (values: readonly string[]) => void
  /** The field may be used soon: its options can be fetched. */
  readonly onNear?: () => void
}

interface Props extends ListSelectProps {
  /** Shown while nothing is chosen; absent: the label. */
  readonly placeholder?: string
  /** The field is no longer in use; `hasFocus`: the focus is still in it. */
  readonly onLeave: (hasFocus: boolean) => void
}

/** The open field of a `ListSelect`. */
export function OpenSelect(props: Props) {
  const { label, placeholder = label, values, options, many, required = false, search, busy = false } = props
  const { onChange, onLeave } = props
  const { t } = useTranslation()
  const field = useRef<HTMLSpanElement>(null)
  const common = {
    className: 'list-filter',
    autoFocus: true,
    defaultOpen: true,
    allowClear: !required,
    'aria-label': label,
    placeholder,
    options: [...options],
    popupMatchSelectWidth: false,
    loading: busy,
    notFoundContent: busy ? ' ' : t('table.noMatch'),
    showSearch:
      search === undefined ? { optionFilterProp: 'label' } : { filterOption: false, onSearch: search },
    onOpenChange: (open: boolean) =>
      !open && onLeave(field.current?.contains(document.activeElement) === true),
  }
  return (
    <span ref={field} className="open-select">
      {many === true ? (
        <Select
          {...common}
          mode="multiple"
          maxTagCount="responsive"
          value={[...values]}
          onChange={onChange}
        />
      ) : (
        <Select<string | undefined>
          {...common}
          value={values[0]}
          onChange={(value) => onChange(value === undefined ? [] : [value])}
        />
      )}
    </span>
  )
}
