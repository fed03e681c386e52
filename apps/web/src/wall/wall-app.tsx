import type { Language } from '@cloud-factory/contract/identity/access'
import { useEffect, useMemo, useState } from 'react'
import { useScreen } from './link/screen.store.ts'
import { useWall } from './link/wall.store.ts'
import { phoneWidth, Stage, useWindowSize } from './frame/stage.tsx'
import type { Layout } from './screen.types.ts'
import { type Speech, SpeechContext, wordIn } from './labels.ts'

interface Props {
  /** Language in the address; null: use the language of the layout. */
  readonly language: Language | null
  /** Language used before a layout is known. */
  readonly usual: Language
  readonly timeZone: string
}

/** The screen in its language, or a message that explains why it is not available. */
export function WallApp({ language, usual, timeZone }: Props) {
  const { shown, failure } = useScreen()
  const layout = useFittedLayout(shown?.layout ?? null)
  const zone = useWall(({ items }) => items.header?.data.timeZone) ?? timeZone
  const spoken = language ?? layout?.language ?? usual
  const speech = useMemo<Speech>(() => ({ language: spoken, timeZone: zone }), [spoken, zone])
  useEffect(() => {
    document.title = wordIn(spoken, 'title')
    document.documentElement.lang = spoken === 'zh' ? 'zh-CN' : spoken
    document.documentElement.dataset['theme'] = layout?.theme ?? 'deep'
  }, [spoken, layout?.theme])
  return (
    <SpeechContext value={speech}>
      <main className="full-screen wall">
        {shown !== null && layout !== null ? (
          <Stage shown={shown} layout={layout} />
        ) : (
          <Waiting failure={failure} published={shown === null} language={spoken} />
        )}
      </main>
    </SpeechContext>
  )
}

/** The layout, with built-in pages for the shape of the TV. The code is loaded by TVs that are not 16:9. */
function useFittedLayout(published: Layout | null): Layout | null {
  const size = useWindowSize()
  const [fitted, setFitted] = useState<{ readonly of: unknown; readonly layout: Layout } | null>(null)
  const ratio = size.width / size.height
  // On an upright phone the landscape picture can be turned and enlarged.
  const isUsual = published === null || size.width < phoneWidth || (ratio >= 1 && ratio < 2)
  useEffect(() => {
    if (isUsual) return undefined
    let isCurrent = true
    void import('@cloud-factory/contract/displays/screen-templates').then(({ fittedTo }) => {
      if (isCurrent) setFitted({ of: published, layout: fittedTo(published, size) })
    })
    return () => {
      isCurrent = false
    }
  }, [isUsual, published, size])
  return !isUsual && fitted?.of === published ? fitted.layout : published
}

interface WaitingProps {
  readonly failure: number | null
  readonly published: boolean
  readonly language: Language
}

function Waiting({ failure, published, language }: WaitingProps) {
  const t = (...[key, filled]: Parameters<typeof wordIn> extends [unknown, ...infer Rest] ? Rest : never) =>
    wordIn(language, key, filled)
  return (
    <div className="wall-waiting" role="status">
      <h1>{t('title')}</h1>
      {!published || failure === 404 ? (
        <>
          <p>{t('banner.noScreen')}</p>
          <p className="is-soft">{t('banner.noScreenHint')}</p>
        </>
      ) : (
        <p>
          {failure === null
            ? t('header.opening')
            : failure === 0
              ? t('banner.nothing')
              : t('banner.failed', { reason: failure })}
        </p>
      )}
    </div>
  )
}
