import type { IDataObject } from 'n8n-workflow';

import { parseResultBody, type ParseBody, type Send, type ServiceRequest } from '../../nodes/service/request';
import type { ServiceSuccess } from '../../nodes/service/retry';

/** Sends nothing: a function answers each request. */
export function answeringSend(
	answer: (request: ServiceRequest) => { body: IDataObject; serviceTime?: number },
): Send {
	const send = async <T>(request: ServiceRequest, parse?: ParseBody<T>) => {
		const value = { ...answer(request), retries: 0 };
		return (parseResultBody({ ok: true, value }, parse) as { value: ServiceSuccess<T> }).value;
	};
	return send as Send;
}
