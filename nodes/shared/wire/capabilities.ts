import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';

/**
 * Tells whether a number of the account can make calls (interface section 2). If the service names no
 * capabilities, the call has to show it.
 */
export const canCall = ({ capabilities }: IDataObject): boolean =>
	!isRecord(capabilities) || capabilities.voice !== false;
