/** Attribute keys of NeMo Gym's telemetry that this package sets. Contract sections 6, 8 and 10. */
export const GymAttribute = {
  SERVER_NAME: 'nemo.gym.server.name',
  SERVER_TYPE: 'nemo.gym.server.type',
  SERVER_WORKER: 'nemo.gym.server.worker',
  STARTUP_STAGE: 'nemo.gym.startup.stage',
  ROLLOUT_ID: 'nemo.gym.rollout.id',
  TOOL_NAME: 'nemo.gym.tool.name',
  SANDBOX_PROVIDER: 'nemo.gym.sandbox.provider',
  SANDBOX_ID: 'nemo.gym.sandbox.id',
  SANDBOX_RETURN_CODE: 'nemo.gym.sandbox.return_code',
  SANDBOX_ERROR_TYPE: 'nemo.gym.sandbox.error_type',
  MODEL_CALL_DIALECT: 'nemo.gym.model_call.dialect',
  MODEL_CALL_OUTCOME: 'nemo.gym.model_call.outcome',
  HTTP_RETRY_REASON: 'nemo.gym.http.retry_reason',
  HTTP_TIMEOUT_REASON: 'nemo.gym.http.timeout_reason',
} as const;
