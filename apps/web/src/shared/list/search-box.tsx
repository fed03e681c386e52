import { SearchOutlined } from '@ant-design/icons'
// Not out of `antd`: there, fields for passwords, codes and long texts come along.
import Input from 'antd/es/input/Input'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long typing rests before it searches, ms. */
const rest = 300

interface Props {
  readonly q: string
  readonly onSearch: (q: string) => void
  /** What can be searched for; the box's name too. */
  readonly hint?: string | undefined
}

/** Searches when typing rests, at once on Enter. */
export function SearchBox({ q, onSearch, hint }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(q)
  const [searched, setSearched] = useState(q)
  // The address changed by other means: reset, a link, back.
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
