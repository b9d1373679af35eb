;;; whyc-dap.el --- Step through a failing run, forwards and backwards  -*- lexical-binding: t; -*-

;; With dap-mode:
;;   (load "/path/to/editors/emacs/whyc-dap.el")
;; Then M-x whyc-debug in a C file.

;;; Code:

(require 'dap-mode)

(defvar whyc-program (or (getenv "WHYC") "whyc")
  "The executable.")

(defun whyc--dap-provider (conf)
  "Fill in what is missing in the launch configuration CONF."
  (dap--put-if-absent conf :dap-server-path (list whyc-program "dap"))
  (dap--put-if-absent conf :request "launch")
  (dap--put-if-absent conf :name "whyc")
  (dap--put-if-absent conf :program (buffer-file-name))
  conf)

(dap-register-debug-provider "whyc" #'whyc--dap-provider)
(dap-register-debug-template "whyc: the failing run" (list :type "whyc" :run "failing"))
(dap-register-debug-template "whyc: the closest passing run" (list :type "whyc" :run "passing"))

(defun whyc-debug ()
  "Debug the failing run of the program in this buffer."
  (interactive)
  (dap-debug (list :type "whyc" :run "failing")))

(defun whyc-debug-passing ()
  "Debug the passing run that is closest to the failing one."
  (interactive)
  (dap-debug (list :type "whyc" :run "passing")))

(defun whyc-step-back ()
  "Step back."
  (interactive)
  (dap--step "stepBack" (dap--cur-session-or-die)))

(defun whyc-reverse-continue ()
  "Go back to the breakpoint before, or to the beginning."
  (interactive)
  (dap--step "reverseContinue" (dap--cur-session-or-die)))

(defun whyc-why (name)
  "Go to where NAME got the value that it has."
  (interactive (list (read-string "Why has this value: " (thing-at-point 'symbol))))
  (let ((session (dap--cur-session-or-die)))
    (dap--send-message (dap--make-request "whyc/why" (list :name name))
                       (dap--resp-handler
                        (lambda (answer) (message "%s" (gethash "text" (gethash "body" answer)))))
                       session)
    ;; dap-mode shows a stop only of a thread that runs.
    (dap--resume-application session)))

(provide 'whyc-dap)
;;; whyc-dap.el ends here
