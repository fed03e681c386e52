import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import { measured, type Point, withPoint } from './member-view.rules.ts'
import type { ModelScene } from './model-scene.ts'

export interface Measure {
  readonly isOn: boolean
  readonly points: readonly Point[]
  readonly toggle: () => void
  readonly add: (point: Point | null) => void
}

/** Two points that are chosen in the picture; Esc ends measuring. */
export function useMeasure(): Measure {
  const [points, setPoints] = useState<readonly Point[] | null>(null)
  const isOn = points !== null
  const end = useEffectEvent(() => setPoints(null))
  useEffect(() => {
    if (!isOn) return undefined
    const ended = new AbortController()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    document.addEventListener('keydown', onKey, { signal: ended.signal })
    return () => ended.abort()
  }, [isOn])
  return {
    isOn,
    points: points ?? [],
    toggle: () => setPoints(isOn ? null : []),
    add: (point) => {
      if (point !== null) setPoints((before) => (before === null ? null : withPoint(before, point)))
    },
  }
}

interface Props {
  readonly measure: Measure
  readonly scene: ModelScene | null
}

/** The measured line over the picture, and its values in words. */
export function MeasureOverlay({ measure: { isOn, points }, scene }: Props) {
  const { t } = useTranslation('model')
  const [, setDrawn] = useState(0)
  useEffect(() => (isOn ? scene?.measure(() => setDrawn((drawn) => drawn + 1)) : undefined), [scene, isOn])
  if (!isOn || scene === null) return null
  const [from, to] = points
  const value = from !== undefined && to !== undefined ? measured(from, to) : null
  const shown = points.map((point) => scene.project(point))
  return (
    <>
      <svg className="model-measure" aria-hidden="true">
        <MeasuredLine shown={shown} text={value === null ? '' : `${count(value.distance)} mm`} />
      </svg>
      <output className="model-measure-value">
        {value === null ? (
          t(from === undefined ? 'measure.first' : 'measure.second')
        ) : (
          <>
            <strong>{t('measure.distance', { mm: count(value.distance) })}</strong>{' '}
            {t('measure.parts', { x: count(value.x), y: count(value.y), z: count(value.z) })}
          </>
        )}
      </output>
    </>
  )
}

type Place = ReturnType<ModelScene['project']>

function MeasuredLine({ shown, text }: { readonly shown: readonly Place[]; readonly text: string }) {
  const [from, to] = shown
  return (
    <>
      {from && to && (
        <>
          <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
          <text x={(from[0] + to[0]) / 2} y={(from[1] + to[1]) / 2 - 8}>
            {text}
          </text>
        </>
      )}
      {shown.map((place, at) => place && <circle key={at} cx={place[0]} cy={place[1]} r="5" />)}
    </>
  )
}
