import type { PaperLanguage } from '@cloud-factory/contract/paper-words'
import type { CoatCheck, CoatStatus } from '@cloud-factory/contract/weld-words'

/** What the report of a coat says. */
export interface CoatPaperWords {
  readonly report: string
  readonly spec: string
  readonly check: string
  readonly applied: string
  readonly climate: string
  readonly climateOf: (
    of: Readonly<Record<'airC' | 'humidity' | 'substrateC' | 'dewPointC', number>>,
  ) => string
  readonly limits: string
  readonly atLeast: (um: number) => string
  readonly atMost: (um: number) => string
  readonly allowance: (um: number) => string
  readonly fire: Readonly<Record<'thick' | 'intumescent', (mm: number) => string>>
  readonly readings: (unit: string) => string
  readonly spot: (number: number) => string
  readonly mean: string
  readonly measuredOf: (measured: number, pieces: number) => string
  readonly unmeasured: string
  readonly judge: string
  readonly painter: string
  readonly noReadings: string
  readonly checks: Readonly<Record<CoatCheck, string>>
  readonly statuses: Readonly<Record<CoatStatus, string>>
}

export const coatPaperWords: Readonly<Record<PaperLanguage, CoatPaperWords>> = {
  zh: {
    report: '涂层检测报告',
    spec: '涂装配套',
    check: '检测内容',
    applied: '施涂时间',
    climate: '施涂环境',
    climateOf: (of) =>
      `气温 ${of.airC} ℃，湿度 ${of.humidity} %，钢材表面 ${of.substrateC} ℃，露点 ${of.dewPointC} ℃`,
    limits: '判定依据',
    atLeast: (um) => `干膜总厚度不小于 ${um} μm`,
    atMost: (um) => `不大于 ${um} μm`,
    allowance: (um) => `每处平均值允许偏差 −${um} μm`,
    fire: {
      thick: (mm) => `厚涂型，设计厚度 ${mm} mm，80 % 以上测点达到，最薄处不低于 85 %`,
      intumescent: (mm) => `膨胀型，设计厚度 ${mm} mm，平均值不低于 95 %，且偏差不大于 0.2 mm`,
    },
    readings: (unit) => `读数（${unit}）`,
    spot: (number) => `测点 ${number}`,
    mean: '平均',
    measuredOf: (measured, pieces) => `${pieces} 件，实测 ${measured} 件`,
    unmeasured: '未抽检，随本批判定',
    judge: '判定人',
    painter: '记录人',
    noReadings: '没有读数',
    checks: { film: '干膜厚度', fire: '防火涂料厚度' },
    statuses: { draft: '测量中', pass: '合格', fail: '不合格' },
  },
  en: {
    report: 'Coating report',
    spec: 'Specification',
    check: 'Measured',
    applied: 'Applied on',
    climate: 'Climate',
    climateOf: (of) =>
      `air ${of.airC} °C, humidity ${of.humidity} %, steel ${of.substrateC} °C, dew point ${of.dewPointC} °C`,
    limits: 'Judged by',
    atLeast: (um) => `dry film of at least ${um} μm`,
    atMost: (um) => `at most ${um} μm`,
    allowance: (um) => `mean of a spot at most ${um} μm below`,
    fire: {
      thick: (mm) => `thick, design ${mm} mm, reached by 80 % of the points, none below 85 %`,
      intumescent: (mm) => `intumescent, design ${mm} mm, mean at least 95 % and at most 0.2 mm below`,
    },
    readings: (unit) => `Readings (${unit})`,
    spot: (number) => `Spot ${number}`,
    mean: 'mean',
    measuredOf: (measured, pieces) => `${pieces}, of which ${measured} measured`,
    unmeasured: 'Not sampled, judged with the lot',
    judge: 'Judged by',
    painter: 'Recorded by',
    noReadings: 'Nothing was measured',
    checks: { film: 'Dry film thickness', fire: 'Fire coating thickness' },
    statuses: { draft: 'under way', pass: 'accepted', fail: 'rejected' },
  },
  es: {
    report: 'Informe de recubrimiento',
    spec: 'Especificación',
    check: 'Medición',
    applied: 'Aplicado el',
    climate: 'Ambiente',
    climateOf: (of) =>
      `aire ${of.airC} °C, humedad ${of.humidity} %, acero ${of.substrateC} °C, punto de rocío ${of.dewPointC} °C`,
    limits: 'Criterio',
    atLeast: (um) => `película seca de al menos ${um} μm`,
    atMost: (um) => `como máximo ${um} μm`,
    allowance: (um) => `media de un punto como máximo ${um} μm por debajo`,
    fire: {
      thick: (mm) => `grueso, diseño ${mm} mm, alcanzado por el 80 % de los puntos, ninguno bajo el 85 %`,
      intumescent: (mm) => `intumescente, diseño ${mm} mm, media al menos el 95 % y hasta 0,2 mm por debajo`,
    },
    readings: (unit) => `Lecturas (${unit})`,
    spot: (number) => `Punto ${number}`,
    mean: 'media',
    measuredOf: (measured, pieces) => `${pieces}, medidas ${measured}`,
    unmeasured: 'No muestreadas, dictaminadas con su lote',
    judge: 'Dictaminado por',
    painter: 'Registrado por',
    noReadings: 'No se midió nada',
    checks: { film: 'Espesor de película seca', fire: 'Espesor de revestimiento ignífugo' },
    statuses: { draft: 'en curso', pass: 'conforme', fail: 'no conforme' },
  },
}
