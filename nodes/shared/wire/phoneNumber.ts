import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../json';

/** Whether a number of the account can make calls (interface section 2). A service that names no capabilities leaves it to the call. */
export const canCall = ({ capabilities }: IDataObject): boolean =>
	!isRecord(capabilities) || capabilities.voice !== false;
