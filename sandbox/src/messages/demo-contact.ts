/** The person whom the demo data and the control API's defaults are about. A fictional number. */
export const DEMO_CONTACT = { smsNumber: '+14155550123', chatAppId: '14155550123' } as const;
