// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {Places} from "./Places.sol";
import {SandboxConditionalTokens} from "./SandboxConditionalTokens.sol";

/// @title The sandbox's stand-in for the collateral adapters: positions are split, merged and redeemed for pUSD.
/// @dev It has the functions of the conditional tokens, and ignores the collateral and the index sets that it is given.
contract SandboxCollateralAdapter is ERC1155Holder {
    IERC20 private constant PUSD = IERC20(Places.PUSD);
    SandboxConditionalTokens private constant TOKENS = SandboxConditionalTokens(Places.CONDITIONAL_TOKENS);
    bool private immutable _negRisk;

    /// @notice The condition is of the other adapter.
    error OtherAdapter(bytes32 conditionId);

    constructor(bool negRisk) {
        _negRisk = negRisk;
    }

    /// @notice Takes `amount` pUSD of the caller and gives it as many shares of both outcomes.
    function splitPosition(address, bytes32, bytes32 conditionId, uint256[] calldata sets, uint256 amount) external {
        uint256[2] memory tokens = _tokensOf(conditionId);
        require(PUSD.transferFrom(msg.sender, Places.CONDITIONAL_TOKENS, amount));
        TOKENS.splitPosition(Places.UNDERLYING, 0, conditionId, sets, amount);
        for (uint256 index = 0; index < 2; ++index)
            TOKENS.safeTransferFrom(address(this), msg.sender, tokens[index], amount, "");
    }

    /// @notice Takes `amount` shares of both outcomes of the caller and gives it as much pUSD.
    function mergePositions(address, bytes32, bytes32 conditionId, uint256[] calldata sets, uint256 amount) external {
        uint256[2] memory tokens = _tokensOf(conditionId);
        for (uint256 index = 0; index < 2; ++index)
            TOKENS.safeTransferFrom(msg.sender, address(this), tokens[index], amount, "");
        TOKENS.mergePositions(Places.UNDERLYING, 0, conditionId, sets, amount);
        require(PUSD.transfer(msg.sender, amount));
    }

    /// @notice Takes all of the caller's shares of a resolved condition and pays them in pUSD. Of a condition of the other adapter
    /// the caller has none: such a call succeeds and pays nothing.
    function redeemPositions(address, bytes32, bytes32 conditionId, uint256[] calldata sets) external {
        (uint256[2] memory tokens, bool negRisk) = TOKENS.positionsOf(conditionId);
        if (negRisk == _negRisk)
            for (uint256 index = 0; index < 2; ++index) {
                uint256 shares = TOKENS.balanceOf(msg.sender, tokens[index]);
                if (shares > 0) TOKENS.safeTransferFrom(msg.sender, address(this), tokens[index], shares, "");
            }
        uint256 before = PUSD.balanceOf(address(this));
        TOKENS.redeemPositions(Places.UNDERLYING, 0, conditionId, sets);
        require(PUSD.transfer(msg.sender, PUSD.balanceOf(address(this)) - before));
    }

    function _tokensOf(bytes32 conditionId) private view returns (uint256[2] memory) {
        (uint256[2] memory tokens, bool negRisk) = TOKENS.positionsOf(conditionId);
        require(negRisk == _negRisk, OtherAdapter(conditionId));
        return tokens;
    }
}
