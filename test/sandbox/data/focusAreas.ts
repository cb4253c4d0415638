import type { LanguageCode } from './locales.ts';

/** The product families of Northwind Cloud. A page names one of them in `data-focus-area`. */
export const focusAreas = ['cloud', 'data', 'security'] as const;
export type FocusArea = (typeof focusAreas)[number];

export function isFocusArea(value: unknown): value is FocusArea {
  return focusAreas.includes(value as FocusArea);
}

export const productNames: Readonly<Record<FocusArea, string>> = {
  cloud: 'Northwind Cloud',
  data: 'Northwind Data',
  security: 'Northwind Shield',
};

/** The topics of the classifier. Its labels are the English names. */
export const topics: Readonly<Record<FocusArea, Readonly<Record<LanguageCode, readonly string[]>>>> = {
  cloud: {
    en: ['Migration', 'Pricing', 'Kubernetes', 'Networking', 'Support plans'],
    de: ['Migration', 'Preise', 'Kubernetes', 'Netzwerk', 'Supportpläne'],
    ja: ['移行', '料金', 'Kubernetes', 'ネットワーク', 'サポートプラン'],
    ar: ['الترحيل', 'الأسعار', 'Kubernetes', 'الشبكات', 'خطط الدعم'],
  },
  data: {
    en: ['Warehousing', 'Streaming', 'Analytics', 'Governance', 'Pricing'],
    de: ['Data Warehouse', 'Streaming', 'Analysen', 'Governance', 'Preise'],
    ja: ['データウェアハウス', 'ストリーミング', '分析', 'ガバナンス', '料金'],
    ar: ['مستودعات البيانات', 'البث المباشر', 'التحليلات', 'الحوكمة', 'الأسعار'],
  },
  security: {
    en: ['Identity', 'Threat detection', 'Compliance', 'Incident response', 'Pricing'],
    de: ['Identitäten', 'Bedrohungserkennung', 'Compliance', 'Vorfallreaktion', 'Preise'],
    ja: ['ID管理', '脅威検出', 'コンプライアンス', 'インシデント対応', '料金'],
    ar: ['إدارة الهوية', 'كشف التهديدات', 'الامتثال', 'الاستجابة للحوادث', 'الأسعار'],
  },
};
