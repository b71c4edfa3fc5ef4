import type { IExecuteFunctions } from 'n8n-workflow';

import { requireResumeSignature } from '../../../../nodes/n8n/waitingExecution';

it('asks for the verification of signatures where n8n has to be asked', () => {
	const setSignatureValidationRequired = jest.fn();
	requireResumeSignature({ setSignatureValidationRequired } as unknown as IExecuteFunctions);
	expect(setSignatureValidationRequired).toHaveBeenCalledTimes(1);
	expect(() => requireResumeSignature({} as IExecuteFunctions)).not.toThrow();
});
