import type { DocumentLanguage } from '@cloud-factory/domain/quality-documents/document-labels'
import type { CoatCheck, CoatStatus, FilmRule } from '@cloud-factory/domain/welding/weld-enums'

/** What the report of a coat says. */
export interface CoatDocumentLabels {
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
  /** By which rule a film is judged; the allowance belongs to that of spots. */
  readonly rules: Readonly<Record<FilmRule, (um: number) => string>>
  readonly fire: Readonly<Record<'thick' | 'intumescent', (mm: number) => string>>
  readonly readings: (unit: string) => string
  readonly spot: (number: number) => string
  readonly section: string
  readonly group: string
  readonly mean: string
  readonly measuredOf: (measured: number, pieces: number) => string
  readonly unmeasured: string
  readonly judge: string
  readonly painter: string
  readonly noReadings: string
  readonly checks: Readonly<Record<CoatCheck, string>>
  readonly statuses: Readonly<Record<CoatStatus, string>>
}

export const coatDocumentLabels: Readonly<Record<DocumentLanguage, CoatDocumentLabels>> = {
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
    rules: {
      spot: (um) => `按 GB 50205：每处平均值允许偏差 −${um} μm`,
      iso_19840: () => '按 ISO 19840：总平均值达到规定值，低于规定值的读数少于 20 %，最低不小于 80 %',
      ninety_ten: () => '按 90-10 规则：90 % 以上读数达到规定值，其余不低于 90 %',
    },
    fire: {
      thick: (mm) => `厚涂型，设计厚度 ${mm} mm，80 % 以上测点达到，最薄处不低于 85 %`,
      intumescent: (mm) => `膨胀型，设计厚度 ${mm} mm，平均值不低于 95 %，且偏差不大于 0.2 mm`,
    },
    readings: (unit) => `读数（${unit}）`,
    spot: (number) => `测点 ${number}`,
    section: '截面',
    group: '测点组',
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
    rules: {
      spot: (um) => `GB 50205: mean of a spot at most ${um} μm below`,
      iso_19840: () => 'ISO 19840: mean reaches it, fewer than 20 % of readings below it, none below 80 %',
      ninety_ten: () => '90-10 rule: 90 % of readings reach it, the others at least 90 % of it',
    },
    fire: {
      thick: (mm) => `thick, design ${mm} mm, reached by 80 % of the points, none below 85 %`,
      intumescent: (mm) => `intumescent, design ${mm} mm, mean at least 95 % and at most 0.2 mm below`,
    },
    readings: (unit) => `Readings (${unit})`,
    spot: (number) => `Spot ${number}`,
    section: 'Section',
    group: 'Group',
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
    rules: {
      spot: (um) => `GB 50205: media de un punto como máximo ${um} μm por debajo`,
      iso_19840: () =>
        'ISO 19840: la media lo alcanza, menos del 20 % de las lecturas por debajo, ninguna bajo el 80 %',
      ninety_ten: () => 'regla 90-10: el 90 % de las lecturas lo alcanza, las demás al menos el 90 %',
    },
    fire: {
      thick: (mm) => `grueso, diseño ${mm} mm, alcanzado por el 80 % de los puntos, ninguno bajo el 85 %`,
      intumescent: (mm) => `intumescente, diseño ${mm} mm, media al menos el 95 % y hasta 0,2 mm por debajo`,
    },
    readings: (unit) => `Lecturas (${unit})`,
    spot: (number) => `Punto ${number}`,
    section: 'Sección',
    group: 'Grupo',
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
