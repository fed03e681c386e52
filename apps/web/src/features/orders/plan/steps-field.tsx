import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, HolderOutlined } from '@ant-design/icons'
import type { ProcessRow } from '@cloud-factory/contract/processes'
import { Button, Select } from 'antd'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inserted, moved } from './steps.rules.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'

interface Props {
  readonly processes: readonly ProcessRow[]
  readonly disabled: boolean
  /** Process ids in the order of work; given by the form's item, as are the others below. */
  readonly value?: readonly string[]
  readonly onChange?: (ids: readonly string[]) => void
  readonly id?: string
}

/**
 * An ordered list of processes: dragged with the mouse, moved with its buttons, or with Alt and the arrow keys; Delete
 * takes a step out.
 */
export function StepsField({ processes, disabled, value = [], onChange, id }: Props) {
  const { t } = useTranslation('plan')
  const nameOf = useNames()
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const { list, focus } = useFocusedStep()
  const known = new Map(processes.map((process) => [process.id, process]))
  const name = (step: string) => {
    const process = known.get(step)
    return process === undefined ? step : nameOf(process.names)
  }
  const move = (step: string, to: number) => {
    const next = moved(value, value.indexOf(step), to)
    if (next === value) return
    onChange?.(next)
    focus(step)
    setSaid(t('steps.moved', { name: name(step), place: to + 1, count: value.length }))
  }
  const remove = (step: string) => {
    const at = value.indexOf(step)
    onChange?.(value.filter((other) => other !== step))
    focus(value[at + 1] ?? value[at - 1] ?? '')
    setSaid(t('steps.removed', { name: name(step) }))
  }
  const onKeyDown = (event: KeyboardEvent, step: string) => {
    const at = value.indexOf(step)
    const act = keyAct(event, {
      up: () => move(step, at - 1),
      down: () => move(step, at + 1),
      remove: () => remove(step),
    })
    if (disabled || act === null) return
    event.preventDefault()
    act()
  }
  const onDragOver = (event: DragEvent, over: string) => {
    if (dragged === null) return
    event.preventDefault()
    if (dragged !== over) move(dragged, value.indexOf(over))
  }
  const left = processes.filter(({ id: step, active }) => active && !value.includes(step))
  return (
    <div className="steps" id={id}>
      <ol ref={list} aria-label={t('field.processIds')}>
        {value.map((step, at) => (
          <li
            key={step}
            data-step={step}
            className={step === dragged ? 'is-dragged' : ''}
            draggable={!disabled}
            onDragStart={() => setDragged(step)}
            onDragOver={(event) => onDragOver(event, step)}
            onDragEnd={() => setDragged(null)}
          >
            {!disabled && <HolderOutlined className="step-grip" aria-hidden="true" />}
            <span
              className="step-name"
              role="button"
              tabIndex={disabled ? -1 : 0}
              aria-disabled={disabled}
              aria-description={t('hint.steps')}
              onKeyDown={(event) => onKeyDown(event, step)}
            >
              {at + 1}. {name(step)}
            </span>
            <StepGate process={known.get(step)} />
            {!disabled && (
              <span className="step-buttons">
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={t('steps.up', { name: name(step) })}
                  disabled={at === 0}
                  onClick={() => move(step, at - 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={t('steps.down', { name: name(step) })}
                  disabled={at === value.length - 1}
                  onClick={() => move(step, at + 1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={t('steps.remove', { name: name(step) })}
                  onClick={() => remove(step)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <Select
          className="steps-add"
          aria-label={t('steps.add')}
          placeholder={t('steps.add')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={left.length === 0}
          options={left.map((process) => ({ value: process.id, label: nameOf(process.names) }))}
          onChange={(step: string | null) => {
            if (step === null) return
            onChange?.(inserted(value, step, (one) => known.get(one)?.kind ?? 'work'))
            setSaid(t('steps.added', { name: name(step) }))
          }}
        />
      )}
      <span className="steps-said" aria-live="polite">
        {said}
      </span>
    </div>
  )
}

function StepGate({ process }: { readonly process: ProcessRow | undefined }) {
  const { t } = useTranslation('plan')
  if (process === undefined) return null
  if (process.kind !== 'work') return <span className="step-note">{t(`kind.${process.kind}`)}</span>
  const isGated = process.gate === 'inspect' || process.gate === 'hold'
  return isGated ? <span className="step-note">{t(`gate.${process.gate}`)}</span> : null
}

interface Acts {
  readonly up: () => void
  readonly down: () => void
  readonly remove: () => void
}

function keyAct({ key, altKey }: KeyboardEvent, { up, down, remove }: Acts): (() => void) | null {
  if (key === 'Delete') return remove
  if (!altKey) return null
  if (key === 'ArrowUp') return up
  return key === 'ArrowDown' ? down : null
}

/** Keeps the focus on a step that moved: the browser loses it when an element changes its place. */
function useFocusedStep() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const step = list.current?.querySelector<HTMLElement>(`[data-step="${wanted.current}"] .step-name`)
    wanted.current = null
    if (list.current?.contains(document.activeElement) === true || document.activeElement === document.body)
      step?.focus()
  })
  const focus = (step: string) => {
    wanted.current = step
  }
  return { list, focus }
}
