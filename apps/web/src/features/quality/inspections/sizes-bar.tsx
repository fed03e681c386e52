import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import type { SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../shared/settings.ts'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { typedDecimal } from './typed-decimal.rules.ts'
import { useSaveForm } from './use-save-form.ts'
import { useSizeText } from './use-size-text.ts'

type Texts = Partial<Record<SizeName, string>>
type Places = Readonly<Record<string, 'joint' | 'other'>>

/** The sizes that limits are made of, and where items are read; they can be changed until the first reading. */
export function SizesBar({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const [texts, setTexts] = useState<Texts>(form.sizes)
  const [places, setPlaces] = useState<Places>({})
  const { save, error, busy } = useSaveForm(form)
  const canChange = form.can.sizes === true
  const changed =
    form.sizesAsked.some((name) => (texts[name] ?? '') !== (form.sizes[name] ?? '')) ||
    form.items.some(({ id, place }) => places[id] !== undefined && places[id] !== place)
  useDirty(changed)
  const placed = form.items.filter(({ asksPlace }) => asksPlace)
  if (form.sizesAsked.length + placed.length === 0) return null
  return (
    <form
      className="sizes-bar"
      aria-label={t('sizes')}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void save({ sizes: sizesOf(texts), places: placesOf(places) })
      }}
    >
      {error !== null && <ProblemAlert error={error} />}
      {form.sizesAsked.map((name) => (
        <SizeField
          key={name}
          name={name}
          text={texts[name] ?? ''}
          readOnly={!canChange}
          onType={(text) => setTexts({ ...texts, [name]: text })}
        />
      ))}
      {placed.map((item) => (
        <span key={item.id} className="place-choice">
          {item.names[language]}
          <Segmented
            size="small"
            disabled={!canChange}
            options={(['joint', 'other'] as const).map((value) => ({ value, label: t(`place.${value}`) }))}
            value={places[item.id] ?? (item.place === 'joint' ? 'joint' : 'other')}
            onChange={(place) => setPlaces({ ...places, [item.id]: place })}
          />
        </span>
      ))}
      {canChange && (
        <Button type="primary" htmlType="submit" disabled={!changed} loading={busy}>
          {t('saveSizes')}
        </Button>
      )}
    </form>
  )
}

interface FieldProps {
  readonly name: SizeName
  readonly text: string
  readonly readOnly: boolean
  readonly onType: (text: string) => void
}

/** One size in millimetres. It is marked while it is missing or not a number above zero. */
function SizeField({ name, text, readOnly, onType }: FieldProps) {
  const { t } = useTranslation('inspection')
  const sizeText = useSizeText()
  const isWrong = text === '' || !(Number(typedDecimal(text) ?? 'x') > 0)
  return (
    <label className={isWrong ? 'is-missing' : ''}>
      {sizeText(name)}
      <input
        type="text"
        inputMode="decimal"
        maxLength={16}
        readOnly={readOnly}
        aria-invalid={isWrong}
        placeholder={t('missing')}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      mm
    </label>
  )
}

/** The typed texts that are valid sizes. */
function sizesOf(texts: Texts): Texts {
  const sizes: Texts = {}
  for (const [name, text] of Object.entries(texts) as [SizeName, string][]) {
    const size = typedDecimal(text)
    if (size !== null && size !== '' && Number(size) > 0) sizes[name] = size
  }
  return sizes
}

const placesOf = (places: Places) => Object.entries(places).map(([itemId, place]) => ({ itemId, place }))
