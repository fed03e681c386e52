import { startTransition, useEffect, useState, type ReactNode, useMemo, useRef, useCallback } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import './print.css'
import { CloseOutlined, PrinterOutlined } from '@ant-design/icons'
import type { Language } from '@cloud-factory/contract/identity/access'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress, Select, Spin } from 'antd'
import { useNavigate } from 'react-router'
import { useInstant } from '../../shared/format/dates.ts'
import { loadWordsIn } from '../../shared/i18n/i18n.ts'
import { usePreference } from '../../shared/list/preferences.ts'
import { useSession } from '../../shared/session.ts'
import { languageNames, languageWords, useSettings } from '../../shared/settings.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { a4, type Paper } from './print.rules.ts'
import { PrintContext, type PrintFacts } from './sheet.tsx'

/**
 * Number of the `total` parts to render: `step` more in each frame, so that a page stays usable while it renders
 * thousands of labels.
 * @param subject a change restarts the count
 */
export function useGrowing(total: number, step: number, subject: string): number {
  const [state, setState] = useState({ drawn: 0, subject })
  if (state.subject !== subject) setState({ drawn: 0, subject })
  const drawn = state.subject === subject ? Math.min(state.drawn, total) : 0
  useEffect(() => {
    if (drawn >= total) return undefined
    // A timer beside the frame: a page in the background gets no frames, but should be ready when looked at.
    const go = () => startTransition(() => setState((now) => ({ ...now, drawn: now.drawn + step })))
    const timer = setTimeout(go, 8)
    return () => clearTimeout(timer)
  }, [drawn, total, step])
  return drawn
}

/** Shown instead of sheets. */
export function NothingToPrint({ total, most }: { readonly total: number; readonly most: number }) {
  const { t } = useTranslation('printing')
  return (
    <p className="print-nothing" role="status">
      {total === 0 ? t('nothing') : t('tooMany', { total: count(total), most: count(most) })}
    </p>
  )
}

type Watch = (element: HTMLElement | null) => (() => void) | undefined

const pxPerMm = 96 / 25.4
/** Room beside the sheet, px. */
const beside = 32

/**
 * Scales a sheet down to the width of the screen; never enlarges it.
 * @returns the `ref` for the scroll container, and the zoom of its content
 */
function useFittedPaper({ widthMm }: Paper): readonly [Watch, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const narrow = width < 600 ? 12 : beside
  return [watch, Math.min(1, (width - narrow) / (widthMm * pxPerMm))]
}

interface Props {
  readonly title: string
  /** Name that the browser proposes when the sheets are saved as a PDF; without its ending. */
  readonly fileName: string
  /** Path that closing leads to. */
  readonly back: string
  readonly paper?: Paper
  /** Words that the sheets use, `print` aside. */
  readonly namespaces?: readonly string[]
  /** Choices of this print, in the bar above the sheets. */
  readonly controls?: ReactNode
  /** Progress of loading or rendering: printing waits for it. Undefined when finished. */
  readonly waiting?: { readonly done: number; readonly total: number } | undefined
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The sheets. */
  readonly children: ReactNode
}

/**
 * Print preview of the sheets, under a bar with the options. Mount it in a page of its own
 * (`fullScreen`); the texts of the sheets come from `usePrintWords`, in the language selected here.
 */
export function PrintFrame(props: Props) {
  const {
    title,
    fileName,
    paper = a4,
    namespaces = none,
    controls,
    waiting,
    error,
    onRetry,
    children,
  } = props
  const [language, setLanguage] = usePrintLanguage()
  const words = useQuery({
    queryKey: ['print', 'words', language, namespaces],
    queryFn: () => loadWordsIn(language, 'common', 'printing', ...namespaces).then(() => language),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const facts = usePaperFacts(language)
  const isReady = waiting === undefined && words.data === language && (error ?? words.error) === null
  useFileName(fileName)
  return (
    <div className="print-page">
      {/* The printer's sheet is ours to the edge; only while this page is open. */}
      <style>{`@page { size: ${paper.widthMm}mm ${paper.heightMm}mm; margin: 0 }`}</style>
      <PrintBar {...{ title, language, setLanguage, isReady, controls, waiting }} back={props.back} />
      {(error ?? words.error) !== null && (
        <ProblemAlert error={error ?? words.error} onRetry={onRetry ?? (() => void words.refetch())} />
      )}
      <Stage paper={paper}>
        {words.data === language ? (
          <PrintContext value={facts}>{children}</PrintContext>
        ) : (
          <Spin className="print-wait" />
        )}
      </Stage>
    </div>
  )
}

const none: readonly string[] = []

function Stage({ paper, children }: { readonly paper: Paper; readonly children: ReactNode }) {
  const { t } = useTranslation('printing')
  const [watch, zoom] = useFittedPaper(paper)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="print-stage" ref={watch} role="region" aria-label={t('preview')} tabIndex={0}>
      <div className="print-sheets" style={{ zoom }}>
        {children}
      </div>
    </div>
  )
}

interface BarProps extends Pick<Props, 'title' | 'back' | 'controls' | 'waiting'> {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly isReady: boolean
}

function PrintBar({ title, back, language, setLanguage, controls, isReady, waiting }: BarProps) {
  const { t } = useTranslation('printing')
  const navigate = useNavigate()
  return (
    <div className="print-bar">
      <div className="print-bar-head">
        <Button icon={<CloseOutlined />} aria-label={t('close')} onClick={() => void navigate(back)} />
        <h1>{title}</h1>
        {waiting !== undefined && <Waiting {...waiting} />}
        <Select<Language>
          aria-label={t('language')}
          className="print-language"
          value={language}
          onChange={setLanguage}
          options={languageWords.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Button type="primary" icon={<PrinterOutlined />} disabled={!isReady} onClick={() => window.print()}>
          {t('common:action.print')}
        </Button>
      </div>
      {controls !== undefined && <div className="print-controls">{controls}</div>}
    </div>
  )
}

function Waiting({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useTranslation('printing')
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return <Progress className="print-progress" size="small" percent={percent} aria-label={t('preparing')} />
}

/** The language of paper: the person's last choice, at first the screen's. */
function usePrintLanguage(): readonly [Language, (language: Language) => void] {
  const screen = useSettings(({ language }) => language)
  const [stored, store] = usePreference('print.language')
  return [languageWords.find((word) => word === stored) ?? screen, store]
}

function usePaperFacts(language: Language): PrintFacts {
  const user = useSession((session) => session.user)
  const instant = useInstant()
  const [now] = useState(() => Date.now())
  const at = instant(now, '{y}-{m}-{d} {h}:{i}')
  return useMemo(
    () => ({ language, factory: user?.plant.name ?? '', at, by: user?.cnName ?? '' }),
    [language, user, at],
  )
}

/** While printing, the window is called as the saved file shall be. */
function useFileName(fileName: string): void {
  const before = useRef('')
  useEffect(() => {
    const name = () => {
      before.current = document.title
      document.title = fileName
    }
    const restore = () => void (document.title = before.current)
    window.addEventListener('beforeprint', name)
    window.addEventListener('afterprint', restore)
    return () => {
      window.removeEventListener('beforeprint', name)
      window.removeEventListener('afterprint', restore)
    }
  }, [fileName])
}
