import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Spin } from 'antd'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { useSettings } from '../../shared/settings.ts'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { saveTour, useTourStep } from './tour-progress.ts'
import './help.css'

/** A page of the user guide, from the files of this build. */
async function fetchGuide(language: string, name: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(`/guide/${language}/${name}.html`, { signal })
  if (!reply.ok) throw new Error(`guide ${name}: ${reply.status}`)
  return reply.text()
}

interface Props {
  /** Page of the guide, and its section: `people#roles`. */
  readonly guide: string
  readonly onClose: () => void
}

/** The guide's page for the screen behind it, with links to the others, and the shortcuts. */
export function Help({ guide, onClose }: Props) {
  const { t } = useTranslation('help')
  const { language } = useSettings()
  const [place, setPlace] = useState(guide)
  const [name = '', section = ''] = place.split('#')
  const { data, isError, refetch } = useQuery({
    queryKey: ['guide', language, name],
    queryFn: ({ signal }) => fetchGuide(language, name, signal),
    staleTime: Infinity,
  })
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        title={t('title')}
        size="min(560px, 100vw)"
        onClose={onClose}
        footer={
          <>
            <TourButtons onStart={onClose} />
            <Shortcuts />
          </>
        }
        extra={
          <Button type="link" onClick={() => setPlace('README')}>
            {t('all')}
          </Button>
        }
      >
        {data !== undefined && <GuidePage html={data} name={name} section={section} onFollow={setPlace} />}
        {data === undefined && !isError && <Spin />}
        {isError && (
          <p role="alert">
            {t('lost')} <Button onClick={() => void refetch()}>{t('shell:retry')}</Button>
          </p>
        )}
      </Drawer>
    </>
  )
}

interface GuideProps {
  readonly html: string
  readonly name: string
  /** Id of the section to begin with; empty: the beginning. */
  readonly section: string
  readonly onFollow: (place: string) => void
}

/** Text of this build, so it is trusted; links to other pages stay within the help. */
function GuidePage({ html, name, section, onFollow }: GuideProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    // Ids of the page behind the help may be equal.
    for (const element of body.querySelectorAll('[id]')) element.id = `guide-${element.id}`
    box.current?.replaceChildren(...body.childNodes)
  }, [html])
  useEffect(() => {
    const target = section === '' ? null : document.getElementById(`guide-${section}`)
    ;(target ?? box.current)?.scrollIntoView()
  }, [html, section])
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const [, page = '', id = ''] = /^([\w-]*)(?:\.md)?(#.*)?$/.exec(link?.getAttribute('href') ?? ':') ?? []
    if (link === null || page + id === '') return
    event.preventDefault()
    onFollow((page || name) + decodeURIComponent(id))
  }
  return <div ref={box} className="guide" onClick={follow} />
}

/** Starts the tour of the home page, or goes on where the person left it. */
function TourButtons({ onStart }: { readonly onStart: () => void }) {
  const { t } = useTranslation('help')
  const navigate = useNavigate()
  const left = useTourStep()
  const start = (step: number) => {
    saveTour({ step, isClosed: false })
    onStart()
    void navigate('/dashboard')
  }
  return (
    <div className="tour-start">
      {left > 0 && (
        <Button type="primary" onClick={() => start(left)}>
          {t('tour.resume', { n: String(left + 1) })}
        </Button>
      )}
      <Button onClick={() => start(0)}>{t(left > 0 ? 'tour.again' : 'tour.start')}</Button>
    </div>
  )
}

/** Keys that are called the same in all languages, and what they do; the others have a name in the dictionary. */
const shortcuts = [
  ['Ctrl K', 'search'],
  ['?', 'help'],
  ['Ctrl S', 'save'],
  [null, 'open'],
  ['Esc', 'close'],
  ['← →', 'move'],
  [null, 'closeTab'],
  [null, 'menu'],
] as const

function Shortcuts() {
  const { t } = useTranslation('help')
  return (
    <details className="shortcuts">
      <summary>{t('keys')}</summary>
      <dl>
        {shortcuts.map(([keys, word]) => (
          <div key={word}>
            <dt>
              <kbd>{keys ?? t(`keyName.${word}`)}</kbd>
            </dt>
            <dd>{t(`key.${word}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
