-- What exchange, drafts and deposits go by (D-06, D-07, D-08, D-31), as a version that follows the newest one.

INSERT INTO rules (version, effective_from, "values", defaults)
SELECT version + 1, effective_from, "values" || '{
  "exchangeSpread": "0.005",
  "quoteSeconds": 30,
  "exchangeSecondFactorAboveUsd": "1000",
  "rateStaleMinutes": 1440,
  "draftMinutes": 5,
  "riskVersion": 1,
  "depositConfirmations": {"bitcoin": 2, "ethereum": 12}
}', defaults || ARRAY['exchangeSpread', 'quoteSeconds', 'exchangeSecondFactorAboveUsd', 'rateStaleMinutes', 'draftMinutes', 'depositConfirmations']
FROM rules ORDER BY version DESC LIMIT 1;
