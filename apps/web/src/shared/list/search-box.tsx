import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'

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
    <label className="list-search">
      <SearchOutlined aria-hidden="true" />
      <input
        maxLength={100}
        placeholder={name}
        aria-label={name}
        value={text}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onSearch(text.trim())
          if (key === 'Escape') setText('')
        }}
      />
      {text !== '' && <CloseCircleFilled aria-hidden="true" onClick={() => setText('')} />}
    </label>
  )
}
