import {
  CaretRightOutlined,
  CloseOutlined,
  HistoryOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
} from '@ant-design/icons'
import type { MemberDays } from '@cloud-factory/contract/model/models'
import { dayNumber, dayOf } from '@cloud-factory/domain/numbers/civil-days'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useToday } from '../../shared/format/dates.ts'
import { Button } from '../../shared/ui/button.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { type Course, spanOf } from './member-view.rules.ts'
import { daysQuery } from './models.queries.ts'

interface ShownDay {
  readonly days: MemberDays
  readonly course: Course
  readonly day: number
}

/** The model over time: open or not, and the day that it shows. */
export interface ModelTime {
  readonly isOpen: boolean
  readonly query: UseQueryResult<MemberDays>
  /** Null: today, in all colours. */
  readonly shown: ShownDay | null
  /** Undefined: there is no time to show. */
  readonly open?: (isOpen: boolean) => void
  readonly show: (course: Course, day: number) => void
}

interface Chosen {
  readonly course: Course
  /** Null: the day is today, also tomorrow. */
  readonly day: number | null
}

/** The days of the model of an order; undefined: it is not the model in use. `token`: of a customer's session. */
export function useModelTime(orderId: string | undefined, modelId: string, token?: string): ModelTime {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isOpen = chosen !== null && orderId !== undefined
  const query = useQuery({ ...daysQuery(orderId ?? '', token), enabled: isOpen })
  const days = query.data?.revisionId === modelId ? query.data : undefined
  const shown = useMemo(() => {
    if (!isOpen || days === undefined) return null
    const { course, day } = chosen
    const [first, last] = spanOf(days, course)
    return { days, course, day: Math.max(first, Math.min(last, day ?? dayNumber(days.today))) }
  }, [isOpen, chosen, days])
  const open = (next: boolean) => setChosen(next ? { course: 'real', day: null } : null)
  const show = (course: Course, day: number) =>
    setChosen({ course, day: days !== undefined && dayOf(day) === days.today ? null : day })
  return { isOpen, query, shown, show, ...(orderId !== undefined && { open }) }
}

/** Of what day the colours are. */
export function useDayText({ shown }: ModelTime): string {
  const { t } = useTranslation('model')
  const today = useToday()
  return t(`time.on.${shown?.course ?? 'real'}`, { day: shown === null ? today : dayOf(shown.day) })
}

/** Opens and closes the slider, and says what day the colours are of. */
export function TimeToggle({ time }: { readonly time: ModelTime }) {
  const { t } = useTranslation('model')
  const dayText = useDayText(time)
  const { open, isOpen, shown } = time
  if (open === undefined) return null
  return (
    <div className="model-time-toggle">
      <Button icon={<HistoryOutlined />} aria-pressed={isOpen} onClick={() => open(!isOpen)}>
        {t('time.title')}
      </Button>
      {shown !== null && <span className="page-note">{dayText}</span>}
    </div>
  )
}

/** Below the picture: the days of the project on a slider. */
export function TimeBar({ time }: { readonly time: ModelTime }) {
  const { t } = useTranslation('model')
  const { isOpen, query, shown, open, show } = time
  if (!isOpen) return null
  return (
    <div className="model-time" role="group" aria-label={t('time.title')}>
      {shown === null ? <QueryState query={query} /> : <TimeSlider shown={shown} show={show} />}
      <Button icon={<CloseOutlined />} aria-label={t('common:close')} onClick={() => open?.(false)} />
    </div>
  )
}

/** A day of the model passes in so many milliseconds; long projects pass in larger steps. */
const dayMs = 150
const maxSteps = 200

function TimeSlider({ shown, show }: { readonly shown: ShownDay; readonly show: ModelTime['show'] }) {
  const { t } = useTranslation('model')
  const { days, course, day } = shown
  const [first, last] = useMemo(() => spanOf(days, course), [days, course])
  const [isPlaying, setPlaying] = usePlay(() => {
    const next = Math.min(last, day + Math.ceil((last - first) / maxSteps))
    show(course, next)
    return next < last
  })
  const go = (to: number) => {
    setPlaying(false)
    show(course, Math.max(first, Math.min(last, to)))
  }
  const play = () => {
    if (!isPlaying && day === last) show(course, first)
    setPlaying(!isPlaying)
  }
  return (
    <>
      {days.planned.days.length > 0 && (
        <Segmented<Course>
          label={t('time.course')}
          value={course}
          options={[
            { value: 'real', label: t('time.real') },
            { value: 'planned', label: t('time.planned') },
          ]}
          onChange={(next) => show(next, day)}
        />
      )}
      <Button
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(isPlaying ? 'time.pause' : 'time.play')}
        onClick={play}
      />
      <Button
        icon={<LeftOutlined />}
        aria-label={t('time.back')}
        disabled={day === first}
        onClick={() => go(day - 1)}
      />
      <input
        type="range"
        aria-label={t('time.day')}
        aria-valuetext={dayOf(day)}
        min={first}
        max={last}
        value={day}
        onChange={({ target }) => go(Number(target.value))}
      />
      <Button
        icon={<RightOutlined />}
        aria-label={t('time.forward')}
        disabled={day === last}
        onClick={() => go(day + 1)}
      />
      <time dateTime={dayOf(day)}>{dayOf(day)}</time>
    </>
  )
}

/** Runs a step again and again, until it says that there is no other. */
function usePlay(step: () => boolean): readonly [boolean, (isPlaying: boolean) => void] {
  const [isPlaying, setPlaying] = useState(false)
  const next = useEffectEvent(() => {
    if (!step()) setPlaying(false)
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => next(), dayMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  return [isPlaying, setPlaying]
}
