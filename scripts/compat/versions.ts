/**
 * The older n8n versions whose engines are tried: the last of 1, the
 * first of 2, and two between that and today's.
 */
export const triedVersions: string[] = ['2.38.7', '2.20.12', '2.0.3', '1.123.81'];
