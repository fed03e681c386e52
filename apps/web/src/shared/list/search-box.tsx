import { SearchOutlined } from '@ant-design/icons'
// Not from `antd`: that would also load the fields for passwords, codes and long texts.
import Input from 'antd/es/input/Input'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Pause in typing after which the search starts, ms. */
const rest = 300

interface Props {
  readonly q: string
  readonly onSearch: (q: string) => void
  /** Placeholder and accessible name of the box. */
  readonly hint?: string | undefined
}

/** Searches after a pause in typing, or at once on Enter. */
export function SearchBox({ q, onSearch, hint }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(q)
  const [searched, setSearched] = useState(q)
  // The URL changed in another way: reset, a link, back.
  if (q !== searched) {
    setSearched(q)
    setText(q)
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (text.trim() === searched) return undefined
    const timer = setTimeout(() => search(text.trim()), rest)
    // A hidden page does not search: that would bring it to the front.
    return () => clearTimeout(timer)
  }, [text, searched])
  const name = hint ?? t('table.search')
  return (
    <Input
      className="list-search"
      allowClear
      maxLength={100}
      prefix={<SearchOutlined />}
      placeholder={name}
      aria-label={name}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onPressEnter={() => onSearch(text.trim())}
    />
  )
}
